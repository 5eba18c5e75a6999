import { startTransition, useEffect, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';

/** A store's state, whose changes render in a transition, so that input is handled first. */
export function useInTransition<State>(store: StoreApi<State>): State {
  const [state, setState] = useState(() => store.getState());
  useEffect(() => {
    const follow = () => startTransition(() => setState(() => store.getState()));
    follow();
    return store.subscribe(follow);
  }, [store]);
  return state;
}
