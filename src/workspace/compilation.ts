import type { StoreApi } from 'zustand/vanilla';
import {
  type Asker,
  type CompileReport,
  type CompileRequest,
  type CompileResult,
  type EntryPointsResult,
  runRequest,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { type CompileTarget, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { isOnlyCompiled, planProgram } from '#core/plan/planRun.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { createNewest } from '#core/util/newest.ts';
import type { Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { Source } from '#workspace/sources/source.ts';
import { EMPTY_RESULT, type Message, messagesAbout, NO_WEBGPU_NOTICE } from './messages.ts';
import { withShown } from './runState.ts';
import type { TargetCode, WorkspaceState } from './state.ts';
import { openTab } from './tabs.ts';

export interface Outcome {
  readonly target: CompileTarget;
  /** The request that was compiled; null if the compile did not start. */
  readonly request: CompileRequest | null;
  /** When the compile began, in the time of `performance.now()`. */
  readonly since: number;
  readonly report: CompileReport;
  /** The run to launch; null if the source does not compile, or if only a compile was requested. */
  readonly planned: Result<RunDescriptor> | null;
}

/** Compiles the current source and plans its run. Null if a newer request supersedes it. */
export async function evaluate(
  source: Pick<Source, 'project' | 'uri'>,
  compiler: CompilerClient,
  asker: Asker,
  signal?: AbortSignal,
): Promise<Outcome | null> {
  const since = performance.now();
  const uri = source.uri();
  const { text, files, assets } = source.project();
  const request = runRequest(text, files);
  const report = await compiler.compile(request, asker, signal);
  if (report === null) return null;
  const planned = report.succ ? await planProgram(report.result, uri, assets) : null;
  return { target: 'WGSL', request, since, report, planned };
}

function refusalOf({ planned }: Outcome): string {
  return planned === null || planned.ok ? '' : planned.error;
}

/**
 * Compiles the current source to the chosen target, after looking up the entry points. Null if a
 * newer request supersedes it.
 */
export async function compileChosen(
  { getState }: StoreApi<WorkspaceState>,
  source: Pick<Source, 'text' | 'files'>,
  compiler: CompilerClient,
  lookup: EntryPointLookup,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const start = performance.now();
  let looked = await lookup.refresh('person');
  while (looked.kind === 'superseded' && !signal.aborted) looked = await lookup.refresh('person');
  if (signal.aborted) return null;
  const { target, entryPoint } = getState();
  if (looked.kind === 'failed') {
    const report = { ...looked.answer, milliseconds: 0, memoryBytes: null, cached: false };
    return { target, request: null, since: start, report, planned: null };
  }
  const entrypoint = compilesWholeProgram(target) ? null : entryPoint;
  const request = { ...runRequest(source.text(), source.files()), target, entrypoint };
  const since = performance.now();
  const report = await compiler.compile(request, 'person', signal);
  return report && { target, request, since, report, planned: null };
}

export type ShowPolicy =
  /** The user is waiting: everything is shown, and messages open Diagnostics. */
  | {
      readonly kind: 'asked';
      /** The messages when the compile began. */
      readonly before: readonly Message[];
      /** Those of `before` that stay. */
      readonly kept: readonly Message[];
    }
  /** The user is typing: an error keeps the previous code, and no tab opens. */
  | { readonly kind: 'live' };

/** Shows how a compile ended, and records a performance measure. */
export function show(store: StoreApi<WorkspaceState>, outcome: Outcome, policy: ShowPolicy): void {
  const { report, target } = outcome;
  measure(outcome);
  const state = store.getState();
  const isAsked = policy.kind === 'asked';
  const said = [
    ...messagesAbout('compiler output', report.message, report.log),
    ...messagesAbout('compile', refusalOf(outcome)),
  ];
  const isFaulty = !report.succ || refusalOf(outcome) !== '';
  store.setState({
    compilation: { kind: 'done', target, succeeded: report.succ },
    messages: isAsked ? [...remaining(state.messages, policy), ...said] : said,
    diagnostics: report.diagnostics,
    ...((isAsked || replacesCode(state, report)) && {
      targetCode: targetCodeOf(outcome),
      reflection: report.result?.reflection ?? null,
    }),
    ...(!isAsked && isFaulty && { run: withShown(state.run, { stale: true }) }),
  });
  if (policy.kind === 'live') openTab(store, { kind: 'updated' });
  else if (isOnlyCompiled(refusalOf(outcome))) {
    openTab(store, { kind: 'selected', tab: 'target-code' });
  } else openTab(store, { kind: said.length + policy.kept.length > 0 ? 'message' : 'answered' });
}

/**
 * The policy of a compile that the user requests now.
 *
 * @param beforeReading if an address opened the source, the messages before it was read: newer
 * messages about the address stay
 */
export function askedPolicy(
  { messages, targetCode }: WorkspaceState,
  beforeReading: readonly Message[] = messages,
): ShowPolicy {
  const older = new Set(beforeReading);
  const kept = messages.filter((message) =>
    message.text === NO_WEBGPU_NOTICE
      ? targetCode === null
      : message.about === 'address' && !older.has(message),
  );
  return { kind: 'asked', before: messages, kept };
}

/** The messages that stay, including those added since the compile began. */
function remaining(
  messages: readonly Message[],
  { before, kept }: Extract<ShowPolicy, { kind: 'asked' }>,
): Message[] {
  const over = new Set(before);
  for (const message of kept) over.delete(message);
  return messages.filter((message) => !over.has(message));
}

/** Whether live mode replaces the code: not if the user has chosen another target. */
function replacesCode({ targetCode }: WorkspaceState, { succ }: CompileResult): boolean {
  return succ && (targetCode === null || targetCode.target === 'WGSL');
}

function targetCodeOf({ target, request, report: { succ, result } }: Outcome): TargetCode {
  return {
    ...{ target, request },
    text: result?.code ?? EMPTY_RESULT,
    succeeded: succ,
    binary: result?.binary ?? null,
  };
}

function measure({ target, since, report }: Outcome): void {
  const { milliseconds, memoryBytes, cached } = report;
  const detail = { target, milliseconds, memoryBytes, cached };
  performance.measure('playground:compile', { start: since, detail });
}

/** How long the text must stay unchanged before its entry points are looked up (ms). */
const LOOKUP_DELAY = 300;

type LookupOutcome =
  /** The list matches the text, or the target needs no entry point. */
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly answer: Extract<EntryPointsResult, { succ: false }> }
  /** The text or the target has changed, or a more urgent request came. */
  | { readonly kind: 'superseded' };

export type EntryPointLookup = ReturnType<typeof createEntryPointLookup>;

/**
 * Keeps the list of entry points in step with the text and the target. If the text does not
 * compile, the last good list stays. The chosen entry point stays if it still exists; otherwise the
 * first one is chosen.
 */
export function createEntryPointLookup(
  { getState, setState }: StoreApi<WorkspaceState>,
  source: Pick<Source, 'text' | 'files'>,
  compiler: CompilerClient,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const current = createNewest();
  /** The target of the current list; null if the list belongs to another text. */
  let listed: CompileTarget | null = null;

  const lookUp = async (target: CompileTarget, asker: Asker): Promise<LookupOutcome> => {
    const request = {
      target,
      sourceCode: source.text(),
      shaderPath: USER_SHADER_PATH,
      files: source.files(),
    };
    const { signal } = current;
    const answer = await compiler.findEntryPoints(request, asker, signal);
    const isStale = signal.aborted || target !== getState().target;
    if (answer === null || isStale) return { kind: 'superseded' };
    if (!answer.succ) {
      console.warn(`Failed to find entry points: ${answer.message}`);
      return { kind: 'failed', answer };
    }
    listed = target;
    const entryPoints = answer.result;
    const { entryPoint } = getState();
    const kept = entryPoints.some(({ name }) => name === entryPoint);
    setState({ entryPoints, entryPoint: kept ? entryPoint : (entryPoints[0]?.name ?? null) });
    return { kind: 'done' };
  };
  const refresh = async (asker: Asker = 'page'): Promise<LookupOutcome> => {
    clearTimeout(timer);
    const { target } = getState();
    if (compilesWholeProgram(target) || listed === target) return { kind: 'done' };
    return lookUp(target, asker);
  };
  return {
    /**
     * Looks the entry points up immediately, if the target needs one and the list is out of date.
     */
    refresh,
    /** Looks the entry points up once the text rests, if the target needs one. */
    textChanged() {
      current.next();
      listed = null;
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), LOOKUP_DELAY);
    },
    dispose: () => clearTimeout(timer),
  };
}
