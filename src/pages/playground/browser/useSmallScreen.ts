import { useSyncExternalStore } from 'react';
import { smallScreen } from './smallScreen.ts';

function subscribe(onChange: () => void): () => void {
  smallScreen.addEventListener('change', onChange);
  return () => smallScreen.removeEventListener('change', onChange);
}

export function useSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, () => smallScreen.matches);
}
