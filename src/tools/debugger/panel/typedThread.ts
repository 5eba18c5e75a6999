import type { Thread } from '#core/source/instrument/trace.ts';
import type { DebuggedEntryPoint } from '#tools/debugger/state.ts';

export const AXES = ['x', 'y', 'z'] as const;

export type ThreadTexts = readonly [x: string, y: string, z: string];

type TypedThread =
  | { readonly kind: 'thread'; readonly thread: Thread }
  /** Why there is no such thread, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

/** The thread that the fields name, if the dispatch includes it. */
export function typedThread(texts: ThreadTexts, entryPoint: DebuggedEntryPoint): TypedThread {
  const ids = texts.map((text) => Number(text.trim() === '' ? Number.NaN : text));
  for (const [axis, id] of ids.entries()) {
    const count = entryPoint.threads?.[axis] ?? null;
    if (Number.isInteger(id) && id >= 0 && (count === null || id < count)) continue;
    return { kind: 'problem', text: rangeProblem(axis, count, entryPoint.name) };
  }
  const [x = 0, y = 0, z = 0] = ids;
  return { kind: 'thread', thread: [x, y, z] };
}

function rangeProblem(axis: number, count: number | null, entryPoint: string): string {
  const field = `Thread ${AXES[axis] ?? ''}`;
  if (count === null) return `${field} must be a whole number from 0.`;
  if (count === 0) return `${entryPoint} runs no threads, so there is none to trace.`;
  if (count === 1) return `${field} must be 0: ${entryPoint} runs one thread along this axis.`;
  return `${field} must be a whole number from 0 to ${(count - 1).toLocaleString('en')}.`;
}
