import { type RefObject, useCallback, useEffect, useSyncExternalStore } from 'react';
import { addCommands } from '#ui/commands.ts';

export type FullScreen = ReturnType<typeof useFullScreen>;

export const NOT_SUPPORTED = 'This browser does not support full screen for pages';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Switches an element to full screen and back. The browser itself exits on Escape. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const active = useSyncExternalStore(
    subscribe,
    () => element.current !== null && document.fullscreenElement === element.current,
  );
  const toggle = useCallback(() => {
    const shown = element.current;
    const change =
      document.fullscreenElement === shown ? document.exitFullscreen() : shown?.requestFullscreen();
    change?.catch((thrown: unknown) => console.warn('Full screen was refused:', thrown));
  }, [element]);
  useEffect(() => {
    const whyNot = () => (document.fullscreenEnabled ? null : NOT_SUPPORTED);
    return addCommands(() => [
      {
        id: 'full screen',
        title: 'Toggle full screen',
        group: 'Picture',
        view: 'results',
        whyNot,
        run: toggle,
      },
    ]);
  }, [toggle]);
  return {
    /** False on phones whose browser shows only videos in full screen. */
    supported: document.fullscreenEnabled,
    active /** Only logs a warning where the browser forbids it, as in a frame without permission. */,
    toggle,
  };
}
