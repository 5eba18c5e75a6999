import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Dispose } from '#core/util/disposer.ts';
import type { NotedList } from '#ui/editor/symbolNotes.ts';
import { type CountOutcome, countCurrent, type OutlineCostsContext } from './countCurrent.ts';
import { OutlineCosts } from './OutlineCosts.tsx';

/** Counts the current text in the background, and shows the bars in a list of its symbols. */
export function fillOutline({ symbols, foot }: NotedList, context: OutlineCostsContext): Dispose {
  const { costs } = context;
  const end = new AbortController();
  const root = createRoot(foot);
  const show = (outcome: CountOutcome) =>
    root.render(createElement(OutlineCosts, { symbols, costs, outcome }));
  show({ kind: 'counting' });
  void countCurrent(context, end.signal).then((outcome) => {
    if (!end.signal.aborted) show(outcome);
  });
  return () => {
    end.abort();
    root.unmount();
  };
}
