import { useEffect } from 'react';
import { ToolPart } from './ToolPart.tsx';
import type { TimeTools } from './timeTools.ts';

/** The Profile tab. */
export function ProfileTab({ tools }: { readonly tools: Pick<TimeTools, 'profile'> }) {
  const { profile: tool } = tools;
  useEffect(() => void tool.load(), [tool]);
  return (
    <ToolPart tool={tool} unused={<p role="status">Loading…</p>}>
      {({ Panel, session }) => <Panel session={session} />}
    </ToolPart>
  );
}
