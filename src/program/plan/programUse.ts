import type { WgslBinding, WgslUse } from '#program/wgsl/wgslUse.ts';
import { isSameSlot } from './boundParameter.ts';
import type { BindingSlot, CallCommand } from './runDescriptor.ts';

/** What a program needs bound, as its compiled code tells. */
export interface ProgramUse {
  readonly wgsl: WgslUse;
  /** Whether the code has all entry points that are called; if not, it may use anything. */
  readonly isKnown: boolean;
  /** Whether code that is called uses the slot, so that a bind group has to hold it. */
  isUsed(slot: BindingSlot): boolean;
  /** What a call uses; undefined if the code does not have its entry point. */
  usedBy(call: CallCommand): ReadonlySet<WgslBinding> | undefined;
}

/** Looks at the entry points that are called. Code that lacks one of them may use everything. */
export function readProgramUse(wgsl: WgslUse, calls: readonly CallCommand[]): ProgramUse {
  const used = calls.map(({ fnName }) => wgsl.usedBy(fnName));
  const isKnown = used.every((bindings) => bindings !== undefined);
  const all = used.flatMap((bindings) => [...(bindings ?? [])]);
  return {
    wgsl,
    isKnown,
    isUsed: (slot) => !isKnown || all.some((each) => isSameSlot(each, slot)),
    usedBy: ({ fnName }) => wgsl.usedBy(fnName),
  };
}
