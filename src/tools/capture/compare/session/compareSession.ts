import { createStore } from 'zustand/vanilla';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { createDiffer } from '#engine/gpu/compare/differ.ts';
import {
  type CompareSession,
  type CompareState,
  dropped,
  INITIAL,
  notPinned,
  pinned,
  pinning,
  switchedOff,
  switchedOn,
  withGain,
  withView,
  withWipe,
} from '#tools/capture/compare/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createLive } from './live.ts';
import { takePin } from './pinning.ts';

/** What works with the GPU. */
const GPU_PARTS = { takePin, createDiffer };

/** The comparison of one page. */
export function createCompareSession(
  context: ToolContext,
  parts: typeof GPU_PARTS = GPU_PARTS,
): CompareSession & { dispose: Dispose } {
  const { workspace, observers } = context;
  const store = createStore<CompareState>(() => INITIAL);
  const disposer = createDisposer();
  const live = createLive({ store, observers, createDiffer: parts.createDiffer });
  disposer.add(live.dispose);
  const update = (change: (state: CompareState) => CompareState) => store.setState(change, true);

  const dropIfOfAnotherDemo = () => {
    const { pin } = store.getState();
    const { demo } = workspace.store.getState();
    if (pin && demo !== null && workspace.sourceUri() !== pin.uri) update(dropped);
  };
  disposer.add(
    workspace.store.subscribe((state, before) => {
      if (state.opened !== before.opened) dropIfOfAnotherDemo();
    }),
  );
  const pinNow = async () => {
    if (store.getState().isPinning) return;
    update(pinning);
    const taken = await parts.takePin(context);
    update((state) => (taken.ok ? pinned(state, taken.value) : notPinned(state, taken.error)));
    dropIfOfAnotherDemo();
  };
  return {
    store,
    commands: {
      toggle() {
        const { isOn, pin } = store.getState();
        update(isOn ? switchedOff : switchedOn);
        if (!isOn && !pin) void pinNow();
      },
      pinAgain: () => void pinNow(),
      setView: (view) => update((state) => withView(state, view)),
      setWipe: (percent) => update((state) => withWipe(state, percent)),
      setGain: (gain) => update((state) => withGain(state, gain)),
    },
    attachCanvas: live.attachCanvas,
    dispose: disposer.dispose,
  };
}
