/** Numbers for texts, from 1 on: equal texts have equal numbers. */
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
