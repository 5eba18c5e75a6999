/** The tab of a file. */
export function tabOf(tabs: HTMLElement | null, id: number): HTMLElement | null {
  return tabs?.querySelector<HTMLElement>(`[data-file="${id}"]`) ?? null;
}
