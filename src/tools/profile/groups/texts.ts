import { assertNever } from '#core/util/assertNever.ts';
import type { Advice, DoneTrial, SizeOutcome, TrialProgress } from './state.ts';

export function progressText({ step, done, of }: TrialProgress): string {
  const count = of === 0 ? '…' : ` ${done + 1} of ${of}…`;
  switch (step) {
    case 'compiling':
      return `Compiling copies${count}`;
    case 'comparing':
      return `Comparing what they write${count}`;
    case 'measuring':
      return `Measuring, round${count}`;
    default:
      return assertNever(step);
  }
}

/** The trial's result, in sentences. */
export function adviceText({ entryPoint, advice, sizes }: DoneTrial): string {
  switch (advice.kind) {
    case 'use':
      return `${advice.size.text} takes ${percent(advice.gain)} less time than the current size.`;
    case 'keep':
      if (sizes.length === 1) return `${entryPoint} runs too few threads for another size.`;
      return sizes.some(
        ({ candidate, outcome }) => !candidate.isPresent && outcome.kind === 'measured',
      )
        ? 'The current size is as good as any.'
        : `No other size is proven to write what ${entryPoint} writes, so the current one stays.`;
    case 'unproven':
      return unprovenText(entryPoint, advice);
    default:
      return assertNever(advice);
  }
}

function unprovenText(
  entryPoint: string,
  { resources }: Extract<Advice, { kind: 'unproven' }>,
): string {
  return (
    `${entryPoint} does not always write the same from the same state, into ` +
    `${resources.join(', ')}: its result depends on the order of its threads. No size can be proven to write the same, so none is offered.`
  );
}

/** How the times were measured. */
export function methodText({ clock, rounds, entryPoint }: DoneTrial): string {
  const compared =
    'Each size started from the same state, and its writes were compared byte by byte with those of the current size.';
  if (clock === null) return compared;
  const means =
    clock === 'timestamps'
      ? `GPU timestamps around ${entryPoint} alone`
      : 'the completion of the GPU’s queue, since this device has no timestamps';
  return `${compared} Times are medians of ${rounds} rounds by ${means}.`;
}

export function outcomeText(outcome: Exclude<SizeOutcome, { kind: 'measured' }>): string {
  return outcome.kind === 'differs'
    ? `Writes something different into ${outcome.resources.join(', ')}`
    : outcome.reason;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
