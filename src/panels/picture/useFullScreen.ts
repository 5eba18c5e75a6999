import { type RefObject, useSyncExternalStore } from 'react';

export interface FullScreen {
  /** False on phones whose browser shows nothing but videos in full screen. */
  readonly supported: boolean;
  readonly active: boolean;
  /** Fails silently where the browser forbids it, as in a frame without permission. */
  toggle(): void;
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

/** Shows an element in full screen and back; Escape leaves it too, by the browser itself. */
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
