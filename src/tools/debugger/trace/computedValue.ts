import type { TracedValue } from '#core/source/instrument/trace.ts';
import type { Computed, ShownTrace, TracedResource } from '#tools/debugger/state.ts';
import { parseWatch } from './condition/parseCondition.ts';

/** What a watched expression is at the current step. */
export type WatchedNow =
  | { readonly kind: 'value'; readonly value: TracedValue }
  /** A buffer, a texture or a sampler. */
  | { readonly kind: 'resource'; readonly resource: TracedResource }
  /** A name that has no value here. */
  | { readonly kind: 'none' }
  /** Only the GPU can compute it, and has not been asked. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'computing' }
  /** Why it has no value, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

const OUTER_CALL =
  'Expressions are computed in the innermost function. Choose it in the call stack.';

/** What the page says: the value, or why there is none. */
export function watchedText(now: WatchedNow, textOf: (value: TracedValue) => string): string {
  switch (now.kind) {
    case 'value':
      return textOf(now.value);
    case 'resource':
      return [now.resource.type, now.resource.size].filter((part) => part !== '').join(', ');
    case 'none':
      return 'no value here';
    case 'unknown':
    case 'computing':
      return 'computing…';
    case 'problem':
      return now.text;
  }
}

export function computedKey(site: number, expression: string): string {
  return `${site} ${expression}`;
}

/** The value that the trace has, or that the GPU computed. */
export function watchedNow(
  { replay, resources, step, stackFrame, isDated }: ShownTrace,
  computed: ReadonlyMap<string, Computed>,
  expression: string,
): WatchedNow {
  if (step < 0) return { kind: 'none' };
  const value = replay.watch(step, expression, stackFrame);
  if (value) return { kind: 'value', value };
  const resource = resources.get(expression);
  if (resource) return { kind: 'resource', resource };
  const { steps, program } = replay.trace;
  const path = parseWatch(expression);
  const root = path.ok ? path.value.root : '';
  const isVariable = program.variables.some(({ name }) => name === root);
  // The GPU computes elements that are not recorded, unless the variable has no value here.
  const hasValue = !isVariable || (root !== expression && replay.watch(step, root, stackFrame));
  if (!hasValue || isDated) return { kind: 'none' };
  if (stackFrame !== 0) return { kind: 'problem', text: OUTER_CALL };
  const site = steps[step]?.site ?? 0;
  const found = computed.get(computedKey(site, expression));
  if (!found) return { kind: 'unknown' };
  if (found.kind !== 'values') return found;
  let times = -1;
  for (let at = 0; at <= step; at += 1) if (steps[at]?.site === site) times += 1;
  const now = found.values[times];
  return now ? { kind: 'value', value: now } : { kind: 'none' };
}
