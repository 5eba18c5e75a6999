import { useEffect } from 'react';
import { whenIdle } from '#app/browser/whenIdle.ts';
import { interfaceGate } from '#app/start/gates.ts';
import { ToolPart } from './ToolPart.tsx';
import type { TimeTools } from './timeTools.ts';

/** Milliseconds that the timeline waits for the page to become idle. */
const IDLE_TIMEOUT = 500;

/** The timeline below the picture. It loads behind the first picture. */
export function TimelineSlot({ tool }: { readonly tool: TimeTools['timeline'] }) {
  useEffect(() => {
    void interfaceGate.behind(async () => whenIdle(() => void tool.load(), IDLE_TIMEOUT));
  }, [tool]);
  return (
    <ToolPart tool={tool} unused={null}>
      {({ Row, session }) => <Row session={session} />}
    </ToolPart>
  );
}
