import type { StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { DEFAULT_SEED, type Pace, type Resolution } from '#core/plan/runControls.ts';
import type { Draft } from '#core/project/draft.ts';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { openedProject } from '#core/project/openFile.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { uniqueName } from '#core/util/uniqueName.ts';
import type { RunRequestOptions } from '#workspace/runs/runRequest.ts';
import type { SourceOpening, WorkspaceServices } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { openTab } from '#workspace/tabs.ts';
import type { PlaybackCommands, TextCommands } from '#workspace/workspace.ts';
import { DEFAULT_DEMO } from './defaultDemo.ts';
import { createKeeping, type Keeping } from './keeping.ts';
import { createOpening } from './opening.ts';
import type { Source } from './source.ts';
import type { LoadingServices } from './sourceLoader.ts';

/** The text of the moment, and what becomes of it: opened, edited, kept, brought back. */
export interface Texts extends Pick<Keeping, 'ran' | 'saveNow'> {
  readonly commands: TextCommands;
  /** Called at each edit, after it. */
  edited(): void;
  dispose: Dispose;
}

interface TextActions {
  setTarget(target: CompileTarget): void;
  setPace(pace: Pace): void;
  setResolution(resolution: Resolution): void;
  /** The frame at which the text's first run pauses, if any; an edit forgets it. */
  wantFrame(frame: PausedFrame | null): void;
  /** Another text is there. */
  textReplaced(): void;
  refreshEntryPoints(): void;
  run(options: RunRequestOptions): Promise<void>;
}

export function createTexts(
  store: StoreApi<WorkspaceState>,
  source: Source,
  services: LoadingServices & Pick<WorkspaceServices, 'drafts' | 'versions'>,
  actions: TextActions,
): Texts {
  const disposer = createDisposer();
  const keeping = createKeeping(store, source, services);
  disposer.add(keeping.dispose);
  const opening = createOpening(store, services, {
    async take(opened, options, draft) {
      keeping.replacing(openedProject(opened));
      if (draft) restoreSettings(store, actions, draft);
      else applyLinked(store, actions, opened);
      if (opened.seed != null) store.setState({ seed: opened.seed });
      // The list is of another program.
      store.setState({ entryPoints: [] });
      const revision = store.getState().opened.revision + 1;
      const lineage = draft && { lineage: draft.lineage };
      const { text, files, assets } = source.open({ ...opened, ...lineage }, revision);
      const place = draft?.place ?? null;
      const shown = files.find(({ path }) => path === draft?.activeFile);
      store.setState({
        demo: opened.demo,
        opened: { text, place, revision },
        files,
        assets,
        activeFile: shown?.id ?? MAIN_FILE_ID,
      });
      actions.textReplaced();
      keeping.opened(draft);
      keeping.lookForHidden(source.isForeign() ? source.project() : null);
      actions.wantFrame(opened.view?.frame ?? null);
      await actions.run(options);
      if (store.getState().opened.revision !== revision) return;
      if (!draft) return;
      store.setState({ openTool: draft.openTool });
      openTab(store, { kind: 'restored', tab: draft.activeTab });
    },
    setTarget: actions.setTarget,
    replacingDraft: keeping.replacingDraft,
    refreshEntryPoints: actions.refreshEntryPoints,
  });
  disposer.add(opening.dispose);
  const commands: TextCommands = {
    async start() {
      await opening.start();
      const { opened, demo } = store.getState();
      // Where nothing was asked for and nothing was here, what closed tabs have left is offered.
      await keeping.adoptLeft(opened.revision <= 1 && demo === DEFAULT_DEMO);
    },
    openSource: opening.openSource,
    openDemo: opening.openDemo,
    cancelOpening: opening.cancelOpening,
    saveVersion: keeping.saveVersion,
    nameProject: (givenName) => store.setState({ givenName }),
    placeChanged: keeping.placeChanged,
    dismissNotice: keeping.dismissNotice,
    async bringBack(kind) {
      const draft = keeping.takeBack(kind);
      // A closed tab may be opened again, and then goes on with its lineage.
      const lineage = kind === 'left' ? uniqueName() : draft?.lineage;
      if (draft && lineage) await opening.openDraft({ ...draft, lineage });
    },
  };
  return {
    commands,
    edited() {
      actions.wantFrame(null);
      opening.edited();
      if (store.getState().demo !== null) store.setState({ demo: null });
      keeping.edited();
    },
    ran: keeping.ran,
    saveNow: keeping.saveNow,
    dispose: disposer.dispose,
  };
}

type Playback = Pick<PlaybackCommands, 'setPace' | 'setResolution'>;

/** What belongs to a draft besides its text and target, before that text is run. */
function restoreSettings(
  { getState, setState }: StoreApi<WorkspaceState>,
  playback: Playback,
  { profile, entryPoint, givenName, uniformValues, animations, seed, pace, resolution }: Draft,
): void {
  if (profile !== null && getState().profiles.includes(profile)) setState({ profile });
  setState({ entryPoint, givenName, uniformValues, animations, seed });
  playback.setPace(pace);
  playback.setResolution(resolution);
}

/** What a link says besides texts and target; a source that no link brought has the defaults. */
function applyLinked(
  { setState }: StoreApi<WorkspaceState>,
  playback: Playback,
  { entryPoint = null, givenName = null, view }: SourceOpening,
): void {
  const { uniformValues = {}, animations = {}, seed = DEFAULT_SEED, resolution } = view ?? {};
  setState({ entryPoint, givenName, uniformValues, animations, seed });
  if (resolution) playback.setResolution(resolution);
}
