const MANY_MARKS = /(?<first>\p{M}{64})\p{M}+/gu;

/**
 * Keeps at most 64 combining marks per letter: laying out a letter with thousands of them takes a
 * browser minutes.
 */
export function fewMarks(text: string): string {
  return text.replace(MANY_MARKS, '$<first>…');
}
