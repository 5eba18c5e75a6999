import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LaterPlaces.module.css';
import type { LaterParts } from './laterParts.ts';
import type { LaterTool } from './laterTool.ts';
import { ToolPart, useLoaded } from './ToolPart.tsx';

interface PlaceProps {
  readonly tool: LaterTool;
}

interface WorkspacePlaceProps extends PlaceProps {
  readonly workspace: Workspace;
}

/** The buttons in the playback bar. Their place is kept until they load, so that nothing moves. */
export function TimeButtons({ tool, workspace }: WorkspacePlaceProps) {
  const loaded = useLoaded(tool);
  if (!loaded) return <span className={styles['buttons']} />;
  const { CaptureButton, CompareButton, tools } = loaded;
  return (
    <>
      <CompareButton tool={tools.compare} workspace={workspace} />
      <CaptureButton tool={tools.capture} />
    </>
  );
}

/** The row below the picture. It says so if the tools cannot be loaded. */
export function TimeRow({ tool }: PlaceProps) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ TimelineSlot, tools }) => <TimelineSlot tool={tools.timeline} />}
    </ToolPart>
  );
}

/** What the tools put over the picture. */
export function TimeOverlay({ tool }: PlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.CompareOverlay tool={loaded.tools.compare} />;
}

interface LaterTabProps extends PlaceProps {
  readonly tab: keyof LaterParts['tabs'];
}

/** A tab of Results. */
export function LaterTab({ tool, tab }: LaterTabProps) {
  return (
    <ToolPart tool={tool} unused={<p role="status">Loading…</p>}>
      {({ tabs, tools }) => {
        const Tab = tabs[tab];
        return <Tab tools={tools} />;
      }}
    </ToolPart>
  );
}

/** The number of changes, in the tab. It is not part of the tab's accessible name. */
export function ChangeCount({ tool }: PlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.ChangeCount tool={loaded.tools.changes} />;
}

/** The buttons over the target code. */
export function TargetCodeButtons({ tool }: PlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.TargetCodeButtons tools={loaded.tools} />;
}

/** Notices about a source in another language. */
export function ConvertNotices({ tool }: PlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.ConvertNotices tool={loaded.tools.convert} />;
}

/** What makes a source with a fault of the compiler smaller. */
export function ReducePlace({ tool, workspace }: WorkspacePlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.ReducePart tool={loaded.tools.reduce} workspace={workspace} />;
}

interface SliderPlaceProps extends WorkspacePlaceProps {
  readonly slider: SliderComponent;
}

/** The button that animates a slider. */
export function SliderTools({ tool, workspace, slider }: SliderPlaceProps) {
  const loaded = useLoaded(tool);
  if (!loaded) return <span className={styles['button']} />;
  const { AnimateSlider, tools } = loaded;
  return <AnimateSlider tool={tools.animations} workspace={workspace} slider={slider} />;
}
