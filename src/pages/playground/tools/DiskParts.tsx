import type { DiskTool } from './diskTool.ts';
import { ToolPart } from './ToolPart.tsx';

/** Notices about opening and saving. */
export function DiskNotices({ tool }: { readonly tool: DiskTool }) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ DiskPanel, session }) => <DiskPanel session={session} />}
    </ToolPart>
  );
}
