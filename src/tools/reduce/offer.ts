import type { Message } from '#workspace/messages.ts';
import type { WorkspaceState } from '#workspace/state.ts';

/** How messages about faults of the compiler begin. Ordinary errors of a source are no faults. */
const FAULTS: readonly RegExp[] = [
  /^Compilation took longer than /,
  // Who cancels has waited.
  /^Compilation was cancelled\./,
  /^The compiler stopped: /,
  /^Slang internal error occurred\./,
  /^The compiler crashed while it described the layout/m,
  /internal error 99999: /,
  /^Failed to create pipeline for entry point \S+: the browser rejects the generated WGSL/,
];

/** Whether Diagnostics tells of a fault that a smaller source may have too. */
export function offersReduction({ messages }: Pick<WorkspaceState, 'messages'>): boolean {
  return messages.some(isAboutFault);
}

function isAboutFault({ about, text }: Message): boolean {
  return about !== 'address' && about !== 'device' && FAULTS.some((fault) => fault.test(text));
}
