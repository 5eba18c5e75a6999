import type { CallCommand } from './runDescriptor.ts';
import { readWgslUse, type WgslBinding, type WgslUse } from './wgslUse.ts';

/** What a program needs bound, as its compiled code tells. */
export interface ProgramUse {
  readonly wgsl: WgslUse;
  /** Whether the code has all entry points that are called; if not, it may use anything. */
  readonly isKnown: boolean;
  /** Whether code that is called uses the slot, so that a bind group has to hold it. */
  isUsed(group: number, binding: number): boolean;
  /** Whether code that is called uses anything of a bind group. */
  isGroupUsed(group: number): boolean;
  /** What a call uses; undefined if the code does not have its entry point. */
  usedBy(call: CallCommand): ReadonlySet<WgslBinding> | undefined;
}

/** Looks at the entry points that are called. Code that lacks one of them may use everything. */
export function readProgramUse(code: string, calls: readonly CallCommand[]): ProgramUse {
  const wgsl = readWgslUse(code);
  const used = calls.map(({ fnName }) => wgsl.usedBy(fnName));
  const isKnown = used.every((bindings) => bindings !== undefined);
  const all = used.flatMap((bindings) => [...(bindings ?? [])]);
  return {
    wgsl,
    isKnown,
    isUsed: (group, binding) =>
      !isKnown || all.some((each) => each.group === group && each.binding === binding),
    isGroupUsed: (group) => !isKnown || all.some((each) => each.group === group),
    usedBy: ({ fnName }) => wgsl.usedBy(fnName),
  };
}
