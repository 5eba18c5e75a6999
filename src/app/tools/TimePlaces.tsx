import type { SliderComponent } from '#program/plan/runDescriptor.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './TimePlaces.module.css';
import { ToolPart, useLoaded } from './ToolPart.tsx';
import type { TimeTool } from './timeTool.ts';

interface TimePlaceProps {
  readonly tool: TimeTool;
}

interface WorkspacePlaceProps extends TimePlaceProps {
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
export function TimeRow({ tool }: TimePlaceProps) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ TimelineSlot, tools }) => <TimelineSlot tool={tools.timeline} />}
    </ToolPart>
  );
}

/** What the tools put over the picture. */
export function TimeOverlay({ tool }: TimePlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.CompareOverlay tool={loaded.tools.compare} />;
}

/** The Profile tab. */
export function TimeTab({ tool }: TimePlaceProps) {
  return (
    <ToolPart tool={tool} unused={<p role="status">Loading…</p>}>
      {({ ProfileTab, tools }) => <ProfileTab tool={tools.profile} />}
    </ToolPart>
  );
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
