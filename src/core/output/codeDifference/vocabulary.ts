/** Numbers for texts, from 1 on: equal texts have equal numbers. */
export interface Vocabulary {
  wordOf(text: string): number;
}

export function createVocabulary(): Vocabulary {
  const words = new Map<string, number>();
  return {
    wordOf(text) {
      const word = words.get(text) ?? words.size + 1;
      words.set(text, word);
      return word;
    },
  };
}
