/** Numbers for texts: equal texts have equal numbers. */
export interface Vocabulary {
  wordOf(text: string): number;
}

export function createVocabulary(): Vocabulary {
  const words = new Map<string, number>();
  return {
    wordOf(text) {
      const found = words.get(text);
      if (found !== undefined) return found;
      words.set(text, words.size);
      return words.size - 1;
    },
  };
}
