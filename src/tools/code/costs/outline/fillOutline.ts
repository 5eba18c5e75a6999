import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Dispose } from '#core/util/disposer.ts';
import { untilDisposed } from '#core/util/newest.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import type { NotedList } from '#ui/editor/symbolNotes.ts';
import { type CountOutcome, countCurrent } from './countCurrent.ts';
import { OutlineCosts } from './OutlineCosts.tsx';

/** Counts the current text in the background, and shows the bars in a list of its symbols. */
export function fillOutline({ symbols, foot }: NotedList, context: CodeTools): Dispose {
  const { costs } = context;
  const root = createRoot(foot);
  const show = (outcome: CountOutcome) =>
    root.render(createElement(OutlineCosts, { symbols, costs, outcome }));
  show({ kind: 'counting' });
  const end = untilDisposed(async (signal) => {
    const outcome = await countCurrent(context, signal);
    if (!signal.aborted) show(outcome);
  });
  return () => {
    end();
    root.unmount();
  };
}
