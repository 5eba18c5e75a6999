/** The layouts of the page, as named by `view=` in links. The first is the default. */
export const ARRANGEMENTS = ['code', 'compile', 'debug', 'picture'] as const;

export type Arrangement = (typeof ARRANGEMENTS)[number];

export function isArrangement(value: string): value is Arrangement {
  return (ARRANGEMENTS as readonly string[]).includes(value);
}
