import { ToolPart } from './ToolPart.tsx';
import type { TimeTools } from './timeTools.ts';

interface ComparePartProps {
  readonly tool: TimeTools['compare'];
}

/** The button in the playback bar. */
export function CompareButton(_: ComparePartProps) {
  return null;
}

interface CompareOverlayProps extends ComparePartProps {
  readonly canvas: HTMLCanvasElement;
}

/** What the comparison puts over the picture. */
export function CompareOverlay({ tool, canvas }: CompareOverlayProps) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ Overlay, session }) => <Overlay session={session} canvas={canvas} />}
    </ToolPart>
  );
}
