import { countText } from '#core/util/countText.ts';
import type { Profiled, RunFacts } from '#tools/profile/state.ts';
import { shareText, timeText } from '#tools/profile/timeText.ts';

const MILLISECOND = 1e6;

/** Nanoseconds: from this resolution on, single figures are rounded too much. */
const COARSE = 10_000;

export function uploadText({ uploadBytes }: RunFacts): string {
  return uploadBytes === 0
    ? 'Nothing: the program has no uniforms.'
    : `${bytesText(uploadBytes)} of uniforms, if one of them changed`;
}

export function readBackText({ readBackBytes }: RunFacts): string {
  return readBackBytes === 0
    ? 'Nothing: the program prints no text.'
    : `${bytesText(readBackBytes)} of printed text`;
}

export function setUpText({ compile, setUp }: RunFacts): string {
  const parts = [
    compile &&
      `compiled in ${millisecondsText(compile.milliseconds)}${compile.cached ? ' (from the cache)' : ''}`,
    setUp !== null && `pipelines and resources created in ${millisecondsText(setUp)}`,
  ].filter((part) => typeof part === 'string');
  return parts.join(', ') || 'Not known.';
}

/** How the times were taken, and how fine they are. */
export function methodText({ method, resolution, frames }: Profiled): string {
  const of = countText(frames, 'frame');
  if (method === 'queue') {
    return `Times of ${of}, taken when the page learns that the GPU is done: about 1 ms too long.`;
  }
  if (resolution === 0) return `GPU timestamps of ${of}.`;
  const medians = resolution < COARSE ? 'Figures are of' : 'Medians are interpolated over';
  return `GPU timestamps in steps of ${timeText(resolution)}. ${medians} ${of}.`;
}

/** What the meter itself costs. */
export function costText({ method, cost }: Profiled): string {
  if (method === 'queue') return 'Nothing that can be measured.';
  if (Number.isNaN(cost.share)) return 'Measuring…';
  const script = `${timeText(cost.script * MILLISECOND, 2)} of JavaScript`;
  const gpu = cost.gpu > 0 ? `${timeText(cost.gpu, 2)} of the GPU` : 'no GPU time beyond the noise';
  return `${shareText(cost.share)} of the frame: ${script}, ${gpu}`;
}

function millisecondsText(milliseconds: number): string {
  return timeText(milliseconds * MILLISECOND, 2);
}

function bytesText(bytes: number): string {
  return `${bytes.toLocaleString('en')} bytes`;
}
