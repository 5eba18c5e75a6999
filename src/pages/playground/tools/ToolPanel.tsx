import { type FunctionComponent, useEffect } from 'react';
import type { LazyTool } from './lazyTool.ts';
import { ToolPart } from './ToolPart.tsx';

interface ToolWithPanel<Session> {
  readonly session: Session;
  readonly Panel: FunctionComponent<{ readonly session: Session }>;
}

/** The panel of a tool, which loads when its tab opens. */
export function ToolPanel<Session>({ tool }: { readonly tool: LazyTool<ToolWithPanel<Session>> }) {
  useEffect(() => void tool.load(), [tool]);
  return (
    <ToolPart tool={tool} unused={<p role="status">Loading…</p>}>
      {({ Panel, session }) => <Panel session={session} />}
    </ToolPart>
  );
}
