import type { Trace } from '#core/source/instrument/trace.ts';
import { isKnownName } from '#tools/debugger/trace/names.ts';
import { unknownNames } from './evaluate.ts';
import { parseCondition } from './parseCondition.ts';

/** The trace that a condition refers to. */
interface ConditionContext {
  readonly replay: { readonly trace: Trace };
  /** The source has been edited since, and may contain new names. */
  readonly isDated: boolean;
}

/** What is wrong with a condition, as a sentence; null if it is valid. */
export function conditionProblem(text: string, shown: ConditionContext | null): string | null {
  const parsed = parseCondition(text);
  if (!parsed.ok) return parsed.error;
  if (!shown || shown.isDated) return null;
  const { program } = shown.replay.trace;
  const [unknown] = unknownNames(parsed.value, (name) => isKnownName(program, name));
  return unknown === undefined ? null : `The trace has no variable named ${unknown}.`;
}
