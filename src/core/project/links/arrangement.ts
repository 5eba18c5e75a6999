/** How the page can divide its space, by the words of `view=` in links; the default first. */
export const ARRANGEMENTS = ['code', 'compile', 'debug', 'picture'] as const;

export type Arrangement = (typeof ARRANGEMENTS)[number];

export function isArrangement(value: string): value is Arrangement {
  return (ARRANGEMENTS as readonly string[]).includes(value);
}
