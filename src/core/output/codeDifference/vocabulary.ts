/** Assigns numbers to texts, starting at 1: equal texts get equal numbers. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

export function createVocabulary() {
  const words = new Map<string, number>();
  return {
    wordOf(text: string): number {
      const word = words.get(text) ?? words.size + 1;
      words.set(text, word);
      return word;
    },
  };
}
