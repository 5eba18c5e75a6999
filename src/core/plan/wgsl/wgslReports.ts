import type { Dispose } from '#core/util/disposer.ts';
import type { RunnableWgsl } from './runnableWgsl.ts';
import {
  describeWgslErrors,
  type ExplainedError,
  explainWgslErrors,
  type WgslError,
} from './wgslErrors.ts';

/** The errors of one piece of WGSL, from a run or from a tool that changes the code. */
export interface WgslReport {
  /** The code that the browser got, from {@link RunnableWgsl}. */
  readonly code: string;
  readonly errors: readonly ExplainedError[];
}

type Listener = (report: WgslReport) => void;

const listeners = new Set<Listener>();
let newest: WgslReport | null = null;

/** Notifies all listeners of the errors, and returns a description of them. */
export function reportWgslErrors(wgsl: RunnableWgsl, errors: readonly WgslError[]): string {
  const explained = explainWgslErrors(wgsl, errors);
  newest = { code: wgsl.code, errors: explained };
  for (const listener of listeners) listener(newest);
  return describeWgslErrors(explained);
}

/** Calls `listener` with the newest report, if any, and with each further one. */
export function onWgslErrors(listener: Listener): Dispose {
  listeners.add(listener);
  if (newest) listener(newest);
  return () => listeners.delete(listener);
}
