import type { Dispose } from '#core/util/disposer.ts';
import type { RunnableWgsl } from './runnableWgsl.ts';
import {
  describeWgslErrors,
  type ExplainedError,
  explainWgslErrors,
  type WgslError,
} from './wgslErrors.ts';

/** What the browser refuses in some WGSL: that of a run, or of a tool that changes it. */
export interface WgslReport {
  /** As the browser got it, which is {@link RunnableWgsl}. */
  readonly code: string;
  readonly errors: readonly ExplainedError[];
}

type Listener = (report: WgslReport) => void;

const listeners = new Set<Listener>();
let newest: WgslReport | null = null;

/** Hands the errors to all who follow them, and describes them. */
export function reportWgslErrors(wgsl: RunnableWgsl, errors: readonly WgslError[]): string {
  const explained = explainWgslErrors(wgsl, errors);
  newest = { code: wgsl.code, errors: explained };
  for (const listener of listeners) listener(newest);
  return describeWgslErrors(explained);
}

/** Calls `listener` with the newest report, if there is one, and with each further one. */
export function onWgslErrors(listener: Listener): Dispose {
  listeners.add(listener);
  if (newest) listener(newest);
  return () => listeners.delete(listener);
}
