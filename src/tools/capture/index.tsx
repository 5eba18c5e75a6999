import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Compare } from '#tools/capture/compare/compare.tsx';
import { Button } from '#ui/Button.tsx';
import { NOTHING_RUNS } from '#ui/commands.ts';
import { CompareIcon, DownloadIcon } from '#ui/moreIcons.tsx';
import { CommandMenu } from '#ui/tools/CommandMenu.tsx';
import { type LazyToolState, useLoaded } from '#ui/tools/lazyTool.ts';
import { defineTool, type ToolHandle } from '#ui/tools/tool.ts';
import { isRunning, outputsOf } from '#workspace/runState.ts';

/** The “Save” menu. Other tools add commands to it. */
function SaveMenu() {
  return (
    <CommandMenu label="Save" hint="Save or copy the picture, save a film">
      <DownloadIcon />
      <span>Save</span>
    </CommandMenu>
  );
}

/** Placeholder state until the comparison has loaded. */
const OFF = createStore(() => ({ isOn: false, pin: null }));

/** Shown while comparing, or while a picture is pinned. */
function CompareButton({ tool }: { readonly tool: ToolHandle<Compare> }) {
  const { isOn, pin } = useStore(useLoaded(tool)?.session.store ?? OFF);
  if (!isOn && !pin) return null;
  return (
    <Button
      kind="icon"
      label="Compare with pinned picture"
      hint={
        isOn
          ? 'Stop comparing; the pinned picture stays for the next time'
          : 'Compare the picture with the pinned one'
      }
      pressed={isOn}
      onClick={() => tool.use(({ session }) => session.commands.toggle())}
    >
      <CompareIcon />
    </Button>
  );
}

function hasPin(state: LazyToolState<Compare>): boolean {
  return state.kind === 'loaded' && state.loaded.session.store.getState().pin !== null;
}

/** Compares the picture with a pinned one. */
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

/** Saves pictures and films of exact frames. */
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
