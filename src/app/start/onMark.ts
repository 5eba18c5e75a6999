import type { Dispose } from '#shared/disposer.ts';

/** Calls back once the page has this mark on its performance timeline, unless disposed before. */
export function onMark(name: string, callback: () => void): Dispose {
  const marks = new PerformanceObserver((list) => {
    if (list.getEntriesByName(name).length === 0) return;
    marks.disconnect();
    callback();
  });
  marks.observe({ type: 'mark', buffered: true });
  return () => marks.disconnect();
}
