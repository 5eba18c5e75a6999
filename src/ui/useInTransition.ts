import { startTransition, useEffect, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';

/** The state of a store. What follows from a change is rendered in steps that give way to input. */
export function useInTransition<State>(store: StoreApi<State>): State {
  const [state, setState] = useState(() => store.getState());
  useEffect(() => {
    const follow = () => startTransition(() => setState(() => store.getState()));
    follow();
    return store.subscribe(follow);
  }, [store]);
  return state;
}
