import type { EntryPointsRequest } from '#core/output/compileResult.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { explainEndlessness } from '#core/source/moduleGraph.ts';
import type { TimeOut } from './jobs.ts';

export function timeOutAdvice(timeOut: TimeOut, request: EntryPointsRequest): string {
  return knownHang(request) ?? usualAdvice(timeOut);
}

/**
 * Advice about known hangs: files that include each other and, for SPIR-V, a `switch` over a bool,
 * recognised by `case true` or `case false`. Null if the source has neither.
 */
function knownHang(request: EntryPointsRequest): string | null {
  const texts = textsOf(request);
  const endlessness = explainEndlessness(texts);
  if (endlessness !== null || request.target !== 'SPIRV') return endlessness;
  const [place] = Object.entries(texts).flatMap(([path, text]) => {
    const line = lineOfBoolCase(text);
    const owner = path === request.shaderPath ? '' : ` of ${path}`;
    return line === null ? [] : [`${line}${owner}`];
  });
  if (place === undefined) return null;
  return (
    `Line ${place} has a case of true or false: for SPIR-V, this compiler never finishes a switch ` +
    'over a bool. Use if and else, or switch over int(…).'
  );
}

/** If wall-clock time exceeds the limit by this factor, the machine was busy or asleep. */
const BUSY = 1.25;

function usualAdvice({ isAskedFor, milliseconds, elapsed }: TimeOut): string {
  if (!isAskedFor) return 'Live mode and background work get less time. Press Run to wait longer.';
  if (elapsed > BUSY * milliseconds) {
    const seconds = Math.round(elapsed / 1000);
    return `This computer was busy or asleep for part of that: ${seconds} s went by. Try again when it has less to do.`;
  }
  return (
    'A slow or busy computer may need more time for this source. If a smaller source compiles at ' +
    'once, something in this one keeps the compiler busy, such as deeply nested generics or loops ' +
    'that are unrolled into very many steps.'
  );
}

const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"/g;

/**
 * The one-based line of the first `case true` or `case false`; null if there is none. Slang allows
 * a `switch` over a bool, but WGSL does not, and compiling it to SPIR-V never ends.
 */
export function lineOfBoolCase(source: string): number | null {
  const code = source.replace(COMMENT_OR_STRING, (text) => text.replace(/[^\n]/g, ' '));
  const at = code.search(/\bcase\s*(?:\(\s*)?(?:true|false)\b/);
  return at < 0 ? null : code.slice(0, at).split('\n').length;
}
