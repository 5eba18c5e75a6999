import { useSyncExternalStore } from 'react';

/** The specification's breakpoint: narrower than 768 px is a small screen. */
const query = window.matchMedia('(width < 768px)');

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export function useSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
