import { NOTHING_RUNS } from '#ui/commands.ts';
import type { LazyToolState } from '#ui/tools/lazyTool.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { isRunning, outputsOf } from '#workspace/runState.ts';
import type { Compare } from './compare/compare.tsx';
import { CompareButton, SaveMenu } from './faces.tsx';

function hasPin(state: LazyToolState<Compare>): boolean {
  return state.kind === 'loaded' && state.loaded.session.store.getState().pin !== null;
}

/** The picture beside a pinned one. */
export const compare = defineTool({
  id: 'compare',
  name: 'The comparison',
  load: async (context) => (await import('./compare/compare.tsx')).createCompare(context),
  faces: { 'picture bar': CompareButton },
  commands({ context: { workspace }, use, store }) {
    const title = hasPin(store.getState()) ? 'Compare with pinned picture' : 'Pin and compare';
    return [
      {
        ...{ id: 'compare', title, menus: { Save: title } },
        group: 'Picture',
        view: 'results',
        whyNot() {
          const state = workspace.store.getState();
          if (!isRunning(state)) return NOTHING_RUNS;
          return outputsOf(state).includes('image') ? null : 'The shader draws no picture.';
        },
        run: () => use(({ session }) => session.commands.toggle()),
      },
    ];
  },
});

/** What can be saved of the picture. */
const SAVED = [
  {
    what: 'picture',
    title: 'Save picture…',
    detail: 'As a PNG of any size, or a range of frames as a zip',
  },
  {
    what: 'film',
    title: 'Save film…',
    detail: 'Render a range of frames, or record from now',
  },
  { what: 'copy', title: 'Copy picture', detail: 'Copy this frame to the clipboard' },
] as const;

/** Pictures and films of exact frames. */
export const capture = defineTool({
  id: 'capture',
  name: '“Save”',
  load: async (context) => (await import('./capture.tsx')).createCapture(context),
  faces: { 'picture bar': SaveMenu },
  commands: ({ use }) =>
    SAVED.map(({ title, detail, what }) => ({
      ...{ id: `capture: ${title}`, title, detail },
      group: 'Picture',
      menus: { Save: title },
      view: 'results',
      run: () => use(({ session }) => session.start(what)),
    })),
  menus: {
    picture: ({ use }) => [
      { text: 'Save picture…', onChoose: () => use(({ session }) => session.start('picture')) },
    ],
  },
});
