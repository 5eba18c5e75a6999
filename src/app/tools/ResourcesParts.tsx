import { useEffect } from 'react';
import { useStore } from 'zustand';
import { whenIdle } from '#app/browser/whenIdle.ts';
import type { ResourcesTool } from './resourcesTool.ts';

interface ResourcesTabProps {
  readonly tool: ResourcesTool;
}

/** The Resources tab. */
export function ResourcesTab({ tool }: ResourcesTabProps) {
  const state = useStore(tool.store);
  useEffect(() => tool.load(), [tool]);
  switch (state.kind) {
    case 'unused':
      return <p role="status">Loading…</p>;
    case 'failed':
      return <p role="alert">{state.reason}</p>;
    case 'loaded': {
      const { Panel, session } = state.loaded;
      return <Panel store={session.store} commands={session.commands} session={session} />;
    }
  }
}

interface ResourcesOverlayProps extends ResourcesTabProps {
  readonly canvas: HTMLCanvasElement;
}

/** Milliseconds that the page has to become idle before the pointer loads anything. */
const IDLE_TIMEOUT = 3000;

/** The value under the pointer over the picture. */
export function ResourcesOverlay({ tool, canvas }: ResourcesOverlayProps) {
  const state = useStore(tool.store);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    whenIdle(() => {
      if (signal.aborted) return;
      for (const event of ['pointermove', 'focus']) {
        canvas.addEventListener(event, tool.load, { signal, once: true, passive: true });
      }
    }, IDLE_TIMEOUT);
    return () => listening.abort();
  }, [tool, canvas]);
  if (state.kind !== 'loaded') return null;
  const { Readout, session } = state.loaded;
  return (
    <Readout store={session.store} commands={session.commands} session={session} canvas={canvas} />
  );
}
