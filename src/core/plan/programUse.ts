import type { WgslBinding, WgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { type BindingSlot, type CallCommand, isSameSlot } from './runDescriptor.ts';

/** The bindings that the compiled code needs. */
export type ProgramUse = ReturnType<typeof readProgramUse>;

/** Reads the use of the called entry points. Code that lacks one of them may use everything. */
export function readProgramUse(wgsl: WgslUse, calls: readonly CallCommand[]) {
  const used = calls.map(({ entryPoint }) => wgsl.usedBy(entryPoint));
  const isKnown = used.every((bindings) => bindings !== undefined);
  const all = used.flatMap((bindings) => [...(bindings ?? [])]);
  return {
    wgsl,
    /** Whether the code has all called entry points; if not, it may use anything. */
    isKnown,
    /** Whether called code uses the slot, so that a bind group must have it. */
    isUsed: (slot: BindingSlot): boolean => !isKnown || all.some((each) => isSameSlot(each, slot)),
    /** What a call uses; undefined if the code lacks its entry point. */
    usedBy: ({ entryPoint }: CallCommand): ReadonlySet<WgslBinding> | undefined =>
      wgsl.usedBy(entryPoint),
  };
}
