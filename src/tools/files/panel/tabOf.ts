export function tabOf(tabs: HTMLElement | null, id: number): HTMLElement | null {
  return tabs?.querySelector<HTMLElement>(`[data-file="${id}"]`) ?? null;
}

export function fileOf(tab: EventTarget): number {
  return tab instanceof HTMLElement ? Number(tab.dataset['file']) : Number.NaN;
}
