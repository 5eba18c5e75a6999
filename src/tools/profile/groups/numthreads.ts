import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { AttributeInText } from '#core/source/attributesInText.ts';
import { constantsOf, type Evaluate } from '#core/source/constantExpression.ts';
import { readSource, type Source } from '#core/source/declarations.ts';
import type { Span } from '#core/source/tokens.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

export interface TriedFile {
  readonly id: number;
  readonly text: string;
}

export interface TextChange extends Span {
  readonly insert: string;
}

export interface NumthreadsPlace {
  readonly file: TriedFile;
  /** One to three, as written. `value` is undefined if only the compiler can evaluate it. */
  readonly arguments: readonly NumthreadsArgument[];
}

interface NumthreadsArgument extends Span {
  readonly value: number | undefined;
}

/** Finds an entry point's `numthreads` attribute in these files. */
export function findNumthreads(
  files: readonly TriedFile[],
  entryPoint: string,
  present: ThreadGroupSize,
): Result<NumthreadsPlace> {
  const read = files.map((file) => ({ file, source: readSource(file.text) }));
  const places = read.flatMap(({ file, source }) => {
    const others = read.flatMap((each) => (each.source === source ? [] : each.source));
    const evaluate = constantsOf(source, others);
    return attributesOf(source, entryPoint).map((attribute) => ({
      file,
      arguments: attribute.arguments.map((span) => ({
        ...span,
        value: numberAt(span, source, evaluate),
      })),
    }));
  });
  const [place, ...more] = places.filter((each) => hasSize(each, present));
  const attribute = `[numthreads(${present.join(', ')})]`;
  if (!place) {
    return fail(
      `The attribute ${attribute} of ${entryPoint} cannot be found in the source. Write it before the function, without macros.`,
    );
  }
  return more.length === 0
    ? ok(place)
    : fail(
        `The source has ${attribute} of ${entryPoint} more than once. Keep one, then try again.`,
      );
}

function attributesOf({ declarations }: Source, entryPoint: string): AttributeInText[] {
  return declarations
    .filter(({ kind, name }) => kind === 'function' && name === entryPoint)
    .flatMap(({ attributes }) => attributes)
    .filter(({ name, arguments: { length } }) => /^numthreads$/i.test(name) && isCount(length));
}

function isCount(length: number): boolean {
  return length >= 1 && length <= 3;
}

function numberAt({ from, to }: Span, source: Source, evaluate: Evaluate): number | undefined {
  return evaluate(source.tokens.filter((token) => token.from >= from && token.to <= to));
}

/** Whether this could be the attribute that specifies the size. */
function hasSize({ arguments: written }: NumthreadsPlace, size: ThreadGroupSize): boolean {
  return size.every((threads, axis) => {
    const argument = written[axis];
    if (!argument) return threads === 1;
    return argument.value === undefined || argument.value === threads;
  });
}

/**
 * Edits that give the entry point another group size. Arguments with the right value stay as
 * written.
 */
export function changesFor(
  { arguments: written }: NumthreadsPlace,
  size: ThreadGroupSize,
): TextChange[] {
  const replaced = written.flatMap(({ from, to, value }, axis) => {
    const threads = size[axis] ?? 1;
    return value === threads ? [] : [{ from, to, insert: String(threads) }];
  });
  const end = written.at(-1)?.to ?? 0;
  const more = size.slice(written.length);
  while (more.at(-1) === 1) more.pop();
  if (more.length === 0) return replaced;
  const insert = more.map((threads) => `, ${threads}`).join('');
  return [...replaced, { from: end, to: end, insert }];
}

/** @param changes sorted by position */
export function changedText(text: string, changes: readonly TextChange[]): string {
  let changed = '';
  let at = 0;
  for (const { from, to, insert } of changes) {
    changed += text.slice(at, from) + insert;
    at = to;
  }
  return changed + text.slice(at);
}
