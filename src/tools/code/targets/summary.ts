import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import { listText, namesText } from './names.ts';
import { outputKey, outputOf, type TargetsState } from './state.ts';

/** Whether the program ports, such as `3 entry points compile to 5 of 6 targets. CUDA fails.` */
export function summaryText(state: Pick<TargetsState, 'entryPoints' | 'results'>): string {
  const { entryPoints } = state;
  const failures = COMPILE_TARGETS.map((target) => ({ target, names: failing(state, target) }));
  const failed = failures.filter(({ names }) => names.length > 0);
  const total = COMPILE_TARGETS.length;
  const good = total - failed.length;
  const subject =
    entryPoints.length === 1
      ? '1 entry point compiles'
      : `${entryPoints.length} entry points compile`;
  if (failed.length === 0) return `${subject} to all ${total} targets.`;
  const whole = failed.filter(({ names }) => names.length === entryPoints.length);
  const parts = failed.filter((failure) => !whole.includes(failure));
  const sentences = [
    good === 0 && parts.length === 0
      ? `${subject} to none of the ${total} targets.`
      : `${subject} to ${good} of ${total} targets.`,
  ];
  if (whole.length > 0 && whole.length < total) sentences.push(failSentence(whole));
  for (const { target, names } of parts) {
    sentences.push(`${target} fails for ${namesText(names, entryPoints.length)}.`);
  }
  return sentences.join(' ');
}

function failing(
  { entryPoints, results }: Pick<TargetsState, 'entryPoints' | 'results'>,
  target: CompileTarget,
): readonly string[] {
  return entryPoints.filter((name) => {
    const kind = results.get(outputKey(outputOf(target, name)))?.result.kind;
    return kind !== 'compiled';
  });
}

function failSentence(failed: readonly { readonly target: CompileTarget }[]): string {
  const names = failed.map(({ target }) => target);
  return names.length === 1 ? `${names[0]} fails.` : `${listText(names)} fail.`;
}
