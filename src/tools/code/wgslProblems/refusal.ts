import type { ExplainedError } from '#core/plan/wgsl/wgslErrors.ts';
import type { WgslReport } from '#core/plan/wgsl/wgslReports.ts';
import type { Message } from '#workspace/messages.ts';

/** How messages about the pipelines of a run begin. */
const PIPELINE = /^Failed to create pipeline for entry point \S+: /;
/** As compilers write a place: `:12:5 error: …` or `12:5: …`. */
const PLACE = /(?:^|[\s(:])(\d{1,7}):(\d{1,7})\b/;

/** The message that the browser refuses the pipelines of a run; undefined if it does not. */
export function findRefusal(messages: readonly Message[]): Message | undefined {
  return messages.find(({ about, text }) => about === 'run' && PIPELINE.test(text));
}

/**
 * The errors in WGSL that a refusal is about: those that were reported of this code, or else the place
 * that the message itself has.
 *
 * @param code as the browser got it
 */
export function errorsOf(
  { text }: Message,
  code: string,
  report: WgslReport | null,
): readonly ExplainedError[] {
  if (text.includes('the browser rejects the generated WGSL')) {
    return report?.code === code ? report.errors : [];
  }
  const said = text.replace(PIPELINE, '');
  const place = PLACE.exec(said);
  if (!place) return [];
  const [lineNum, linePos] = [Number(place[1]), Number(place[2])];
  return [{ message: said, said, meaning: null, lineNum, linePos, length: 1 }];
}
