import { Tabs } from '@base-ui/react/tabs';
import {
  type ComponentProps,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Arrangement } from '#core/project/links/arrangement.ts';
import { lowScreen } from '#pages/playground/browser/smallScreen.ts';
import { useMedia } from '#pages/playground/browser/useMedia.ts';
import type { CommandContext } from '#pages/playground/mainCommands.ts';
import { NoticeStrip } from '#pages/playground/notices/NoticeStrip.tsx';
import { DemoStill, PicturePanel } from '#pages/playground/picture/PicturePanel.tsx';
import { isFirstRunKnown } from '#pages/playground/start/firstRun.ts';
import { editorGate, interfaceGate } from '#pages/playground/start/gates.ts';
import { SourceText } from '#pages/playground/start/SourceText.tsx';
import type { LanguageService } from '#ui/editor/languageService.ts';
import { Part } from '#ui/faults/Part.tsx';
import { Icon } from '#ui/icons.tsx';
import { CommandMenu } from '#ui/tools/CommandMenu.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import { Slot, useTools } from '#ui/tools/Slot.tsx';
import type { MountedTool } from '#ui/tools/tool.ts';
import { outputsOf } from '#workspace/runState.ts';
import { RESULT_TABS, visibleTabs } from '#workspace/tabs.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { arrangeCommands, DIVISIONS } from './arrangements.ts';
import { Drawer, type DrawerTool, toolTabId } from './Drawer.tsx';
import styles from './Layout.module.css';
import { ResultTabs } from './ResultTabs.tsx';
import { type Split, SplitGroup } from './SplitGroup.tsx';
import type { SmallScreenView } from './smallScreenView.ts';

type Editor = typeof import('#pages/playground/source/SourcePanel.tsx').SourcePanel;

interface EditorProps extends Omit<ComponentProps<Editor>, 'language'> {
  /** Loads in parallel with the editor. */
  readonly language: Promise<LanguageService>;
}

const SourcePanel = lazyPanel('The editor', async () => {
  try {
    const { SourcePanel } = await interfaceGate.behind(
      () => import('#pages/playground/source/SourcePanel.tsx'),
    );
    return ({ language, ...props }: EditorProps) => (
      <SourcePanel {...props} language={use(language)} />
    );
  } finally {
    editorGate.open();
  }
});

/** The share of the height for source and picture above a tool, in percent. */
const WORKBENCH_PERCENT = 60;

interface LayoutProps {
  readonly context: CommandContext;
  readonly language: Promise<LanguageService>;
  readonly canvas: HTMLCanvasElement;
  /** The view that a small screen shows; null on a large screen, which shows both. */
  readonly smallScreenView: SmallScreenView | null;
}

/**
 * Source on the left, picture and result tabs on the right, the open tool below both, and the
 * status bar. A small screen shows the picture above the source or results, and a tool in place of
 * the result tabs. The editor keeps its text, cursor and undo history when the window changes
 * between small and large.
 */
export function Layout({ context, language, canvas, smallScreenView }: LayoutProps) {
  const { workspace } = context;
  const tools = useTools().filter(isDrawerTool);
  const openTool = useStore(workspace.store, (state) => state.openTool);
  const tool = tools.find(({ id }) => id === openTool);
  const arrangement = useStore(workspace.store, (state) => state.arrangement);
  const division = DIVISIONS[arrangement];
  const firstTool = tools[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per arrangement
  useEffect(() => {
    if (division.hasTool && firstTool && !openTool) workspace.openTool(firstTool);
  }, [arrangement, firstTool]);
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const source = usePlaced(
    <Part
      name="The editor"
      loading={<SourcePlaceholder workspace={workspace} />}
      instead={<SourceText workspace={workspace} />}
    >
      <SourcePanel
        workspace={workspace}
        language={language}
        header={<Slot name="source header" />}
        status={status}
        statusExtra={<Slot name="source status" />}
      />
    </Part>,
  );
  const drawer = tool && {
    id: `tool-${tool.id}`,
    content: (split: Split) => <Drawer key={tool.id} {...{ tool, workspace, split }} />,
  };
  return (
    <Tabs.Root
      className={styles['layout']}
      value={tool?.id ?? null}
      onValueChange={(id: string) => workspace.openTool(id)}
    >
      {source.content}
      <div className={styles['panes']}>
        {smallScreenView ? (
          <SmallPanes
            {...{ workspace, canvas, drawer }}
            source={source.place}
            view={smallScreenView}
          />
        ) : (
          <WidePanes {...{ workspace, canvas, drawer }} source={source.place} />
        )}
      </div>
      <StatusBar
        workspace={workspace}
        tools={tools}
        openTool={tool?.id ?? null}
        onOpenTool={
          smallScreenView === 'source' ? () => context.showView('results') : workspace.closeTool
        }
        status={
          <div
            ref={setStatus}
            className={styles['status']}
            hidden={smallScreenView === 'results'}
          />
        }
        views={smallScreenView && <ViewSwitch context={context} view={smallScreenView} />}
      />
    </Tabs.Root>
  );
}

interface PanesProps extends Pick<LayoutProps, 'canvas'> {
  readonly workspace: Workspace;
  readonly source: ReactNode;
  readonly drawer: { readonly id: string; content(split: Split): ReactNode } | undefined;
}

function WidePanes({ workspace, canvas, source, drawer }: PanesProps) {
  const arrangement = useStore(workspace.store, (state) => state.arrangement);
  const workbench = (
    <SplitGroup
      id={splitId('layout', arrangement)}
      orientation="horizontal"
      label="Resize source and results"
      before={{
        id: 'source',
        content: <WithNotices>{source}</WithNotices>,
      }}
      defaultPercent={DIVISIONS[arrangement].source}
      after={{
        id: 'results',
        content: () => (
          <Results {...{ workspace, canvas }}>{() => <ResultTabs workspace={workspace} />}</Results>
        ),
      }}
    />
  );
  return (
    <SplitGroup
      id={drawer?.id ?? 'workbench'}
      orientation="vertical"
      label="Resize tool"
      before={{ id: 'workbench', content: workbench }}
      defaultPercent={WORKBENCH_PERCENT}
      after={drawer ? { ...drawer, id: 'tool' } : null}
    />
  );
}

interface SmallPanesProps extends PanesProps {
  readonly view: SmallScreenView;
}

function SmallPanes({ workspace, canvas, source, drawer, view }: SmallPanesProps) {
  const isLow = useMedia(lowScreen);
  return (
    <Results
      {...{ workspace, canvas }}
      below={view === 'source' ? 'source' : drawer ? 'tool' : 'results'}
      isWithoutPicture={isLow && view === 'source'}
    >
      {(split) => (
        // Both stay mounted, so that switching keeps their state.
        <WithNotices>
          <div className={styles['view']} hidden={view !== 'source'}>
            {source}
          </div>
          <div className={styles['view']} hidden={view !== 'results'}>
            {drawer ? drawer.content(split) : <ResultTabs workspace={workspace} />}
          </div>
        </WithNotices>
      )}
    </Results>
  );
}

/** A part with notices below it, which take their space from the part and not from the picture. */
function WithNotices({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['noticed']}>
      <div className={styles['part']}>{children}</div>
      <NoticeStrip />
    </div>
  );
}

/** Each arrangement stores its own sizes; “Code” uses the keys from when it was the only one. */
function splitId(name: string, arrangement: Arrangement): string {
  return arrangement === 'code' ? name : `${name}-${arrangement}`;
}

function isDrawerTool(tool: MountedTool): tool is DrawerTool {
  return tool.tab !== null;
}

/** Enough UTF-16 units to fill any window. Laying out a whole malicious text could take seconds. */
const PLACEHOLDER_LENGTH = 10_000;

/** Shows the start of the source until the editor has loaded. */
function SourcePlaceholder({ workspace }: { readonly workspace: Workspace }) {
  const { text } = useStore(workspace.store, (state) => state.opened);
  return (
    <div className={styles['placeholder']} aria-busy="true">
      {text === '' ? (
        'Loading editor…'
      ) : (
        <pre className={styles['text']}>{text.slice(0, PLACEHOLDER_LENGTH)}</pre>
      )}
    </div>
  );
}

/**
 * What a small screen shows below the picture, and the picture's share of the height in percent
 * (null: the arrangement's).
 */
const BELOW_PICTURE = {
  results: { id: 'results-layout', label: 'Resize picture and results', percent: null },
  source: { id: 'source-layout', label: 'Resize picture and source', percent: 40 },
  tool: { id: 'tool-layout', label: 'Resize picture and tool', percent: 35 },
} as const;

interface ResultsProps extends Pick<LayoutProps, 'canvas'> {
  readonly workspace: Workspace;
  readonly below?: keyof typeof BELOW_PICTURE;
  readonly isWithoutPicture?: boolean;
  readonly children: (split: Split) => ReactNode;
}

function Results(props: ResultsProps) {
  const { workspace, canvas, below = 'results', isWithoutPicture = false, children } = props;
  const arrangement = useStore(workspace.store, (state) => state.arrangement);
  const division = DIVISIONS[arrangement];
  const hasImage = useHasImage(workspace);
  const hasStill = useStore(
    workspace.store,
    ({ gpu, demo }) => gpu.kind === 'unavailable' && demo !== null,
  );
  const picture = {
    id: 'picture',
    content: (
      <Part name="The picture">
        {hasImage ? (
          <PicturePanel
            workspace={workspace}
            canvas={canvas}
            overlay={<Slot name="picture overlay" />}
          />
        ) : (
          <DemoStill workspace={workspace} />
        )}
      </Part>
    ),
  };
  const hasRoom = division.picture !== null && !isWithoutPicture;
  const { id, label, percent } = BELOW_PICTURE[below];
  return (
    <SplitGroup
      id={splitId(id, arrangement)}
      orientation="vertical"
      label={label}
      before={hasRoom && (hasImage || hasStill) ? picture : null}
      defaultPercent={percent ?? division.picture ?? 0}
      after={{ id: 'tabs', content: children }}
    />
  );
}

/**
 * Whether the run has a picture. Until the first run's outputs are known, assumes that it has, as
 * the page's outline does: most programs have one, so nothing moves when it arrives.
 */
function useHasImage({ store }: Workspace): boolean {
  const [isFirstAwaited, setFirstAwaited] = useState(true);
  const isKnown = useStore(store, isFirstRunKnown);
  if (isFirstAwaited && isKnown) setFirstAwaited(false);
  return useStore(store, (state) => isFirstAwaited || outputsOf(state).includes('image'));
}

/**
 * Content that keeps its state when the layout moves it: always render `content`, exactly once, and
 * render `place` where the content should appear.
 */
function usePlaced(node: ReactNode): {
  readonly content: ReactNode;
  readonly place: ReactNode;
} {
  const [host] = useState(() => {
    const element = document.createElement('div');
    element.className = styles['place'] ?? '';
    return element;
  });
  return { content: createPortal(node, host), place: <Place host={host} /> };
}

function Place({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(host), [host]);
  return <div ref={place} className={styles['place']} />;
}

interface StatusBarProps {
  readonly workspace: Workspace;
  readonly tools: readonly DrawerTool[];
  readonly openTool: string | null;
  readonly onOpenTool: (tool: string) => void;
  readonly status: ReactNode;
  /** Switches the view of a small screen. */
  readonly views: ReactNode;
}

/** The bar at the bottom of the page: the source's status, and the tools, which open above it. */
function StatusBar({ workspace, tools, openTool, onOpenTool, status, views }: StatusBarProps) {
  return (
    <div className={styles['bar']}>
      {status}
      <div className={styles['end']}>
        {views}
        <Tabs.List className={styles['tools']} aria-label="Tools">
          {tools.map((tool) => (
            <Tabs.Tab
              key={tool.id}
              id={toolTabId(tool.id)}
              value={tool.id}
              onClick={() => tool.id === openTool && onOpenTool(tool.id)}
            >
              {tool.tab.title}
              <Part name={tool.name}>
                <Badge tool={tool} />
              </Part>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <div className={styles['arrangement']}>
        <CommandMenu
          label="Arrangement"
          hint="How the page divides its space"
          commands={arrangeCommands({ workspace })}
        >
          <Icon>
            <path d="M2.5 3h11v10h-11zM9 3v10M9 8.5h4.5" />
          </Icon>
        </CommandMenu>
      </div>
    </div>
  );
}

/** Not part of the tab's accessible name. */
function Badge({ tool }: { readonly tool: MountedTool }) {
  const Loaded = useLoaded(tool)?.Badge;
  return Loaded && <Loaded />;
}

interface ViewSwitchProps {
  readonly context: CommandContext;
  readonly view: SmallScreenView;
}

/** The tab behind the “Controls” button, and the tabs that “Results” prefers to it. */
const CONTROLS = 'uniforms';
const RESULTS = ['diagnostics', 'output', 'target-code'];

const WITHOUT_CONTROLS = RESULT_TABS.find(({ id }) => id === CONTROLS)?.absent;

/**
 * Switches what a small screen shows below the picture. Source and results are named “View …” while
 * they are hidden. A dot on the results marks unseen diagnostics.
 */
function ViewSwitch({ context, view }: ViewSwitchProps) {
  const { workspace, showView } = context;
  const { store } = workspace;
  const hasDiagnostics = useStore(store, (state) => state.messages.length > 0);
  const openTool = useStore(store, (state) => state.openTool);
  const activeTab = useStore(store, (state) => state.activeTab);
  const tabs = useStore(
    store,
    useShallow((state) => visibleTabs(state).map(({ id }) => id)),
  );
  const hasControls = tabs.includes(CONTROLS);
  const showsResults = view === 'results' && openTool === null;
  const showsControls = showsResults && activeTab === CONTROLS;

  const showControls = () => {
    if (openTool !== null) workspace.closeTool(openTool);
    workspace.selectTab(CONTROLS);
    showView('results');
  };
  const showResults = () => {
    // When pressed from the source, return to what was shown before.
    if (view === 'results') {
      if (openTool !== null) workspace.closeTool(openTool);
      const tab = RESULTS.find((id) => tabs.includes(id));
      if (activeTab === CONTROLS && tab) workspace.selectTab(tab);
    }
    showView('results');
  };
  return (
    <div className={styles['views']}>
      <button
        type="button"
        aria-label={view === 'source' ? undefined : 'View Source'}
        aria-pressed={view === 'source'}
        onClick={() => showView('source')}
      >
        Source
      </button>
      <button
        type="button"
        title={hasControls ? undefined : WITHOUT_CONTROLS}
        aria-pressed={showsControls}
        aria-disabled={!hasControls || undefined}
        onClick={hasControls ? showControls : undefined}
      >
        Controls
      </button>
      <button
        type="button"
        aria-label={view === 'results' ? undefined : 'View Results'}
        aria-pressed={showsResults && !showsControls}
        onClick={showResults}
      >
        Results
        {view === 'source' && hasDiagnostics && <span className={styles['dot']} />}
      </button>
    </div>
  );
}
