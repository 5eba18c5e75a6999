import type { StoreApi } from 'zustand/vanilla';
import type { CompileResult } from '#core/output/compileResult.ts';
import { isOnlyCompiled } from '#core/plan/planRun.ts';
import { type Message, messagesAbout } from '#workspace/messages.ts';
import { EMPTY_RESULT, NO_WEBGPU_NOTICE } from '#workspace/messageTexts.ts';
import { withShown } from '#workspace/runState.ts';
import type { TargetCode, WorkspaceState } from '#workspace/state.ts';
import { openTab } from '#workspace/tabs.ts';
import { type Outcome, refusalOf } from './outcome.ts';

/** How an outcome takes the place of the one before. */
export type ShowPolicy =
  /** Somebody waits for it: all of it is shown, and its messages open Diagnostics. */
  | {
      readonly kind: 'asked';
      /** Those that were there when the compile began. */
      readonly before: readonly Message[];
      /** Those of them that stay. */
      readonly kept: readonly Message[];
    }
  /** It comes while somebody types: a fault keeps the code, and no tab opens. */
  | { readonly kind: 'live' };

/** Shows how a compile ended, and records its measure. */
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
 * The policy of a compile that somebody asks for now.
 *
 * @param beforeReading the messages before an address was read, if it opened the source: what was
 *   said about the address since stays
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

/** What was said since the compile began stays as well. */
function remaining(
  messages: readonly Message[],
  { before, kept }: Extract<ShowPolicy, { kind: 'asked' }>,
): Message[] {
  const over = new Set(before);
  for (const message of kept) over.delete(message);
  return messages.filter((message) => !over.has(message));
}

/** Live mode leaves the code of a target that somebody has chosen. */
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
