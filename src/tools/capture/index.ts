import { NOTHING_RUNS } from '#ui/commands.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { isRunning, outputsOf } from '#workspace/runState.ts';
import { CompareButton, SaveMenu, saveItems } from './faces.tsx';

/** The picture beside a pinned one. */
export const compare = defineTool({
  id: 'compare',
  name: 'The comparison',
  load: async (context) => (await import('./compare/compare.tsx')).createCompare(context),
  faces: { 'picture bar': CompareButton },
  commands: ({ context: { workspace }, use }) => [
    {
      id: 'compare',
      title: 'Compare with pinned picture',
      group: 'Picture',
      view: 'results',
      whyNot() {
        const state = workspace.store.getState();
        if (!isRunning(state)) return NOTHING_RUNS;
        return outputsOf(state).includes('image') ? null : 'The shader draws no picture.';
      },
      run: () => use(({ session }) => session.commands.toggle()),
    },
  ],
});

/** Pictures and films of exact frames. */
export const capture = defineTool({
  id: 'capture',
  name: '“Save”',
  load: async (context) => (await import('./capture.tsx')).createCapture(context),
  faces: { 'picture bar': SaveMenu },
  commands: (tool) =>
    saveItems(tool).map(({ text, detail, onChoose }) => ({
      id: `capture: ${text}`,
      title: text,
      detail,
      group: 'Picture',
      view: 'results',
      run: onChoose,
    })),
});
