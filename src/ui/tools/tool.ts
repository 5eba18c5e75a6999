import { type ComponentType, createElement, type ReactNode } from 'react';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import type { LinkService } from '#core/project/link/linkService.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/firstContents.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import type { Command } from '#ui/commands.ts';
import type { MenuItem } from '#ui/MenuItems.tsx';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** What a tool may use of the page that shows it. */
export interface ToolContext {
  readonly workspace: Workspace;
  /** The canvas that runs draw on. */
  readonly canvas: HTMLCanvasElement;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  readonly history: HistoryLibrary;
  readonly links: LinkService;
  /** Null as long as the page has no compiler. */
  compiler(): CompilerClient | null;
  /** The compiler's compiled binary. */
  readonly compilerModule: Promise<WebAssembly.Module>;
  /** Compiles for a tool that the user waits for. Null if the signal was aborted. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
  /** Shows the source or the results, where the screen is too small for both. */
  showView(view: 'source' | 'results'): void;
  /** The commands of the page and its tools, as they are now. Parts of the page may have more. */
  commands(): readonly Command[];
  /** What other tools answer to; each is there only if such a tool is. */
  readonly requests: Partial<ToolRequests>;
}

/** What one tool may ask of another. */
export interface ToolRequests {
  debugThread(entryPoint: string, thread: Thread): void;
  /** Saves the project where it came from; false if it cannot be written there. */
  saveToDisk(): Promise<boolean>;
  /** Puts a file into the project under a path; false if it is not there, which the tool explains. */
  putFile(path: string, file: File): Promise<boolean>;
}

/** The places of the page that tools fill, in the order of the list of tools. */
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

/** What the content of a slot gets to know. */
export interface SlotContent {
  /** The slider that it is beside. */
  readonly slider?: SliderComponent;
}

/** The context menus of the page, and what a tool gets to know of the place where one is opened. */
export interface ContextMenus {
  /** The texel of the picture, from the bottom left. */
  readonly picture: readonly [x: number, y: number];
  /** The cursor's line, one-based, in the file in sight. */
  readonly source: { readonly line: number; readonly isMain: boolean };
}

type InSlots<Props> = { readonly [Name in SlotName]?: ComponentType<Props> };

/** A tab of the status bar. It opens the tool in the drawer. */
export interface ToolTab {
  /** Its accessible name. */
  readonly title: string;
  /** Why the tool has nothing to show; null if it has. */
  absence?(state: WorkspaceState): string | null;
}

/** A tool that is used: what it adds to its manifest once it has loaded. */
export interface LoadedTool {
  /** What its tab shows. */
  readonly Panel?: ComponentType;
  /** In the head of the drawer, above the panel. */
  readonly Toolbar?: ComponentType;
  /** A number or mark in the tab. It is not part of the tab's accessible name. */
  readonly Badge?: ComponentType;
  readonly parts?: InSlots<SlotContent>;
  /** As they are now. */
  commands?(): readonly Command[];
}

/** A tool on a page, as its own manifest sees it. */
export interface ToolHandle<Loaded> extends LazyTool<Loaded> {
  readonly context: ToolContext;
  /** Loads the tool if need be, then does this with it. If it cannot be loaded, the page says why. */
  use(work: (loaded: Loaded) => unknown): void;
}

/** A tool: all that the page knows of it before somebody uses it. */
export interface ToolManifest<Loaded extends LoadedTool> {
  /** Unique. The tool of a result has the id of its tab. */
  readonly id: string;
  /** Starts sentences such as “The debugger could not be loaded.” */
  readonly name: string;
  load(context: ToolContext): Promise<Loaded>;
  readonly tab?: ToolTab;
  /** What is in the page before the tool has loaded, and after. */
  readonly faces?: InSlots<SlotContent & { readonly tool: ToolHandle<Loaded> }>;
  commands?(tool: ToolHandle<Loaded>): readonly Command[];
  /** What the tool adds to context menus. */
  readonly menus?: {
    readonly [Name in keyof ContextMenus]?: (
      tool: ToolHandle<Loaded>,
      place: ContextMenus[Name],
    ) => readonly MenuItem[];
  };
  requests?(tool: ToolHandle<Loaded>): Partial<ToolRequests>;
  /** Called once the page has the tool, for one that loads when something happens. */
  start?(tool: ToolHandle<Loaded>): void;
  /** Called once the compiler has answered and the page is idle, for what nobody has asked for yet. */
  whenQuiet?(tool: ToolHandle<Loaded>): void;
}

/** A tool on a page, as the page sees it. */
export interface MountedTool extends LazyTool<LoadedTool> {
  readonly id: string;
  readonly name: string;
  readonly tab: ToolTab | null;
  /** Null if the tool has no face there. */
  renderFace(slot: SlotName, content: SlotContent): ReactNode;
  commands(): readonly Command[];
  menuItems<Name extends keyof ContextMenus>(
    menu: Name,
    place: ContextMenus[Name],
  ): readonly MenuItem[];
  readonly requests: Partial<ToolRequests>;
  /** Null if it starts with its first use. */
  readonly start: (() => void) | null;
  /** Null if it does nothing by itself. */
  readonly whenQuiet: (() => void) | null;
}

/** A tool that a page can have: the value that its `index.ts` exports. */
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
      // It may be open already, behind the source of a small screen.
      showView('results');
      workspace.openTool(id);
    },
  };
}
