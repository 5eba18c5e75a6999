import { useEffect } from 'react';
import { whenIdle } from '#pages/playground/browser/whenIdle.ts';
import type { ResourcesTool } from './resourcesTool.ts';
import { ToolPart, useLoaded } from './ToolPart.tsx';

interface ResourcesTabProps {
  readonly tool: ResourcesTool;
}

/** The Resources tab. */
export function ResourcesTab({ tool }: ResourcesTabProps) {
  useEffect(() => void tool.load(), [tool]);
  return (
    <ToolPart tool={tool} unused={<p role="status">Loading…</p>}>
      {({ Panel, session }) => (
        <Panel store={session.store} commands={session.commands} session={session} />
      )}
    </ToolPart>
  );
}

interface ResourcesOverlayProps extends ResourcesTabProps {
  readonly canvas: HTMLCanvasElement;
}

/** Milliseconds that the page has to become idle before the pointer loads anything. */
const IDLE_TIMEOUT = 3000;

/** The value under the pointer over the picture. */
export function ResourcesOverlay({ tool, canvas }: ResourcesOverlayProps) {
  const loaded = useLoaded(tool);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const load = () => void tool.load();
    whenIdle(() => {
      if (signal.aborted) return;
      for (const event of ['pointermove', 'focus']) {
        canvas.addEventListener(event, load, { signal, once: true, passive: true });
      }
    }, IDLE_TIMEOUT);
    return () => listening.abort();
  }, [tool, canvas]);
  if (!loaded) return null;
  const { Readout, session } = loaded;
  return (
    <Readout store={session.store} commands={session.commands} session={session} canvas={canvas} />
  );
}
