import { ToolPart } from './ToolPart.tsx';
import type { TimeTools } from './timeTools.ts';

/** The timeline below the picture. */
export function TimelineSlot({ tool }: { readonly tool: TimeTools['timeline'] }) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ Row, session }) => <Row session={session} />}
    </ToolPart>
  );
}
