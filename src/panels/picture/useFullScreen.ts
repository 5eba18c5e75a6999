import { type RefObject, useSyncExternalStore } from 'react';

export interface FullScreen {
  /** False on phones whose browser shows only videos in full screen. */
  readonly supported: boolean;
  readonly active: boolean;
  /** Only logs a warning where the browser forbids it, as in a frame without permission. */
  toggle(): void;
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Switches an element to full screen and back. The browser itself exits on Escape. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const active = useSyncExternalStore(
    subscribe,
    () => element.current !== null && document.fullscreenElement === element.current,
  );
  return {
    supported: document.fullscreenEnabled,
    active,
    toggle() {
      const change = active ? document.exitFullscreen() : element.current?.requestFullscreen();
      change?.catch((thrown: unknown) => console.warn('Full screen was refused:', thrown));
    },
  };
}
