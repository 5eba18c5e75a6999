import { type ComponentType, createElement, type ReactNode } from 'react';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import type { LinkService } from '#core/project/links/linkService.ts';
import type { FoundWriters, Writer } from '#core/source/instrument/accesses/writers.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import type { Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/firstContents.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import type { Command } from '#ui/commands.ts';
import type { MenuItem } from '#ui/MenuItems.tsx';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

export interface ToolContext {
  readonly workspace: Workspace;
  /** The canvas that runs draw on. */
  readonly canvas: HTMLCanvasElement;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  readonly history: HistoryLibrary;
  readonly links: LinkService;
  /** Null while the page has no compiler. */
  compiler(): CompilerClient | null;
  /** The compiler's WebAssembly module. */
  readonly compilerModule: Promise<WebAssembly.Module>;
  /** Compiles for a tool while the user waits. Null if the signal was aborted. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
  /** Shows the source or the results on a screen that is too small for both. */
  showView(view: 'source' | 'results'): void;
  /** The current commands of the page and its tools. Parts of the page may have more. */
  commands(): readonly Command[];
  /** The requests that other tools handle; each exists only if its tool does. */
  readonly requests: Partial<ToolRequests>;
}

export interface ToolRequests {
  debugThread(entryPoint: string, thread: Thread): void;
  /**
   * Pauses, and finds the threads that stored an element of a resource: in the current frame, or
   * in the newest one before it in which any did. Null if aborted.
   *
   * @param onFrame called with each earlier frame that is searched
   */
  findWriters(
    place: { readonly resource: string; readonly element: number },
    signal: AbortSignal,
    onFrame: (frame: number) => void,
  ): Promise<Result<FoundWriters> | null>;
  /** Opens the debugger with a thread of a frame, where it stores. */
  traceWriter(writer: Writer, frame: number): void;
  /** Saves the project to where it was opened from; false if it cannot be written there. */
  saveToDisk(): Promise<boolean>;
  /**
   * Puts a file into the project at a path. Resolves to false if that fails; the tool then shows
   * the reason.
   */
  putFile(path: string, file: File): Promise<boolean>;
}

/** The places in the page where tools show content, in the order of the list of tools. */
export type SlotName =
  /** The right end of the navbar. */
  | 'navbar'
  /** Above the page. */
  | 'dialogs'
  | 'notices'
  /** Above the source editor. */
  | 'source header'
  /** In the status bar below the source editor. */
  | 'source status'
  | 'picture overlay'
  /** On the upper edge of the picture's bar. */
  | 'picture bar edge'
  /** Over the frame's number. */
  | 'picture frame'
  | 'picture bar'
  | 'picture settings'
  /** Above the target code. */
  | 'target code'
  /** Above the list of problems. */
  | 'diagnostics'
  /** Above the printed text. */
  | 'output'
  /** Beside a slider of the Uniforms tab. */
  | 'slider';

export interface SlotContent {
  readonly slider?: SliderComponent;
}

/** The context menus of the page, each with the data that it passes to tools. */
export interface ContextMenus {
  /** The coordinates of a texel in the picture, from the bottom left. */
  readonly picture: readonly [x: number, y: number];
  /** The cursor's one-based line in the visible file. */
  readonly source: { readonly line: number };
}

type InSlots<Props> = { readonly [Name in SlotName]?: ComponentType<Props> };

/** A tab in the status bar that opens the tool in the drawer. */
export interface ToolTab {
  readonly title: string;
  /** Why the tool has nothing to show; null if it has something. */
  absence?(state: WorkspaceState): string | null;
}

/** The code of a tool, which loads on first use and completes its manifest. */
export interface LoadedTool {
  readonly Panel?: ComponentType;
  /** Shown in the drawer's header, above the panel. */
  readonly Toolbar?: ComponentType;
  /** A number or mark in the tab, not part of the tab's accessible name. */
  readonly Badge?: ComponentType;
  readonly parts?: InSlots<SlotContent>;
  commands?(): readonly Command[];
}

/** A mounted tool as its manifest sees it. */
export interface ToolHandle<Loaded> extends LazyTool<Loaded> {
  readonly context: ToolContext;
  /**
   * Calls `work` with the tool, after loading it if necessary. If that fails, the page says why.
   */
  use(work: (loaded: Loaded) => unknown): void;
}

/** A tool as the page knows it before its first use. */
export interface ToolManifest<Loaded extends LoadedTool> {
  /** Unique. The tool for a result tab has that tab's id. */
  readonly id: string;
  /** The start of sentences such as “The debugger could not be loaded.” */
  readonly name: string;
  load(context: ToolContext): Promise<Loaded>;
  readonly tab?: ToolTab;
  /** Content that is in the page from the start, both before and after the tool has loaded. */
  readonly faces?: InSlots<SlotContent & { readonly tool: ToolHandle<Loaded> }>;
  commands?(tool: ToolHandle<Loaded>): readonly Command[];
  readonly menus?: {
    readonly [Name in keyof ContextMenus]?: (
      tool: ToolHandle<Loaded>,
      place: ContextMenus[Name],
    ) => readonly MenuItem[];
  };
  requests?(tool: ToolHandle<Loaded>): Partial<ToolRequests>;
  /** Called when the tool is mounted, for a tool that loads when something happens. */
  start?(tool: ToolHandle<Loaded>): void;
  /**
   * Called once the compiler has answered and the page is idle, for work that nothing needs yet.
   */
  whenQuiet?(tool: ToolHandle<Loaded>): void;
}

/** A mounted tool as the page sees it. */
export interface MountedTool extends LazyTool<LoadedTool> {
  readonly id: string;
  readonly name: string;
  readonly tab: ToolTab | null;
  /** Null if the tool has no face in this slot. */
  renderFace(slot: SlotName, content: SlotContent): ReactNode;
  commands(): readonly Command[];
  menuItems<Name extends keyof ContextMenus>(
    menu: Name,
    place: ContextMenus[Name],
  ): readonly MenuItem[];
  readonly requests: Partial<ToolRequests>;
  /** Null if the tool does nothing before its first use. */
  readonly start: (() => void) | null;
  /** Null if the tool has no idle work. */
  readonly whenQuiet: (() => void) | null;
}

/** A tool, exported by its `index.ts`. */
export interface Tool {
  readonly id: string;
  mount(context: ToolContext): MountedTool;
}

export function defineTool<Loaded extends LoadedTool>(manifest: ToolManifest<Loaded>): Tool {
  const { id, name, tab, faces } = manifest;
  return {
    id,
    mount(context) {
      const lazy = createLazyTool(name, () => manifest.load(context));
      const tool: ToolHandle<Loaded> = {
        ...lazy,
        context,
        use: (work) => void lazy.load().then((loaded) => loaded && work(loaded)),
      };
      return {
        ...lazy,
        ...{ id, name, tab: tab ?? null },
        renderFace(slot, content) {
          const Face = faces?.[slot];
          return Face && createElement(Face, { ...content, tool });
        },
        commands() {
          const state = lazy.store.getState();
          const later = state.kind === 'loaded' ? state.loaded.commands?.() : undefined;
          return [
            ...(tab ? [showCommand(id, tab, context)] : []),
            ...(manifest.commands?.(tool) ?? []),
            ...(later ?? []),
          ];
        },
        menuItems: (menu, place) => manifest.menus?.[menu]?.(tool, place) ?? [],
        requests: manifest.requests?.(tool) ?? {},
        start: manifest.start ? () => manifest.start?.(tool) : null,
        whenQuiet: manifest.whenQuiet ? () => manifest.whenQuiet?.(tool) : null,
      };
    },
  };
}

function showCommand(id: string, { title, absence }: ToolTab, context: ToolContext): Command {
  const { workspace, showView } = context;
  return {
    id: `tool:${id}`,
    title: `Show ${title}`,
    menus: { Tools: title },
    group: 'Results',
    whyNot: () => absence?.(workspace.store.getState()) ?? null,
    run() {
      // The drawer may be open already, but hidden behind the source on a small screen.
      showView('results');
      workspace.openTool(id);
    },
  };
}
