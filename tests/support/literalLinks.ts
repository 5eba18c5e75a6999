import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { indexLines } from '#tools/code/linkedLines/links/lineIndex.ts';
import { linkedTo } from '#tools/code/linkedLines/links/linkedTo.ts';
import type { MappedDemo, MappedOutput } from './lineMaps.ts';

/*
 * Checks linked lines without knowing how lines are linked: a literal that only one program line
 * has, and that the compiler cannot change, reveals where a line of target code comes from.
 */

/** A program in which each literal is on only one line. */
export interface LiteralProgram {
  readonly name: string;
  readonly source: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export async function readLiteralPrograms(folder: string): Promise<LiteralProgram[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.slang')).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  const all = names.map((name, at) => ({ parts: name.split('.'), text: texts[at] ?? '' }));
  return all.flatMap(({ parts: [name = '', ...rest], text }) => {
    if (rest.length > 1) return [];
    const files = all
      .filter(({ parts }) => parts[0] === name && parts.length === 3)
      .map((each) => ({ path: `${each.parts[1]}.slang`, text: each.text }));
    return [{ name, source: text, files }];
  });
}

/** How a program's literals are linked in its code for one target. */
export interface LiteralLinks {
  /** Pairs of a code line and a source line with the same literal. */
  pairs: number;
  /** Pairs that are not linked, or in only one direction. */
  readonly missed: string[];
  /** The number of literals in the source, and of those found in the code. */
  readonly literals: number;
  found: number;
  /** For each code line with literals, the number of source lines linked to it. */
  readonly widths: { readonly linked: number; readonly has: number; readonly text: string }[];
}

interface Place {
  readonly path: string;
  readonly line: number;
}

const NUMBER = /(?<![\w.])(?:0[xX][\da-fA-F]+|0b[01]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/g;

/** Excludes small numbers, which are common and which the compiler also generates. */
const isDistinct = (value: number) => value > 0 && (value % 1 !== 0 || value > 1000);

/** The distinct numbers on a line, rounded to single precision. */
function numbersIn(line: string): number[] {
  return [...line.matchAll(NUMBER)].flatMap(([text]) => {
    const value = Number(text);
    return isDistinct(value) ? [value % 1 === 0 ? value : Math.fround(value)] : [];
  });
}

/** The line of each number that occurs on only one line of the source. */
function placesOf(sources: MappedDemo['sources']): ReadonlyMap<number, Place> {
  const places = new Map<number, Place | null>();
  for (const [file, text] of Object.entries(sources)) {
    for (const [at, line] of text.split('\n').entries()) {
      for (const number of new Set(numbersIn(line.replace(/\/\/.*/, '')))) {
        places.set(number, places.has(number) ? null : { path: file, line: at + 1 });
      }
    }
  }
  return new Map([...places].flatMap(([number, place]) => (place ? [[number, place]] : [])));
}

const CONSTANT = /^\s*(%\w+) = Op(?:Spec)?Constant %\w+ (-?[\w.+-]+)/;
const COMPOSITE = /^\s*(%\w+) = Op(?:Spec)?ConstantComposite %\w+ (.*)$/;

/** The literals on each line; in SPIR-V, including those of the constants that the line names. */
function literalsByLine(lines: readonly string[], target: CompileTarget): number[][] {
  if (target !== 'SPIRV') return lines.map(numbersIn);
  const constants = new Map<string, number[]>();
  const namedIn = (text: string) =>
    (text.match(/%\w+/g) ?? []).flatMap((id) => constants.get(id) ?? []);
  return lines.map((line) => {
    const [, id, value = ''] = CONSTANT.exec(line) ?? [];
    const [, composite, parts = ''] = COMPOSITE.exec(line) ?? [];
    if (id !== undefined) constants.set(id, numbersIn(value.replace(/^-/, '')));
    if (composite !== undefined) constants.set(composite, namedIn(parts));
    return namedIn(line);
  });
}

/** Whether the reader does not see the line: a directive. */
function isHidden(line: string): boolean {
  return /^\s*#line /.test(line);
}

export function literalLinks(mapped: MappedDemo, target: CompileTarget): LiteralLinks {
  const places = placesOf(mapped.sources);
  const result: LiteralLinks = {
    ...{ pairs: 0, missed: [], found: 0, widths: [] },
    literals: places.size,
  };
  const found = new Set<number>();
  for (const output of mapped.outputs.filter((each) => each.target === target)) {
    linksOfOutput(output, places, found, result);
  }
  result.found = found.size;
  return result;
}

function linksOfOutput(
  { code, map, entryPoint, target }: MappedOutput,
  places: ReadonlyMap<number, Place>,
  found: Set<number>,
  result: LiteralLinks,
): void {
  const index = indexLines(map);
  const lines = code.split('\n');
  const literals = literalsByLine(lines, target);
  const begins = lines.findIndex((line) => line.startsWith('#line'));
  for (const [at, line] of lines.entries()) {
    // The compiler's prelude precedes the first directive.
    if (isHidden(line) || at < begins) continue;
    const numbers = new Set((literals[at] ?? []).filter((number) => places.has(number)));
    if (numbers.size === 0) continue;
    const links = linkedTo(index, { side: 'code', line: at + 1 });
    const linked = linkedPlaces(links);
    for (const number of numbers) {
      const place = places.get(number);
      if (!place) continue;
      found.add(number);
      result.pairs += 1;
      const isLinked =
        !links?.isApproximate &&
        linked.some((each) => each.path === place.path && each.line === place.line);
      const back = linkedTo(index, { side: 'source', ...place });
      const isBack = back !== null && !back.isApproximate && back.code.includes(at + 1);
      if (isLinked && isBack) continue;
      const how = isLinked ? 'only from the code' : isBack ? 'only from the source' : 'not';
      result.missed.push(
        `${entryPoint ?? ''} ${at + 1}: ${line.trim()} — ${number} of ${place.path.slice(1)}:${place.line} is ${how} linked`,
      );
    }
    const has = new Set([...numbers].map((number) => JSON.stringify(places.get(number)))).size;
    result.widths.push({ linked: linked.length, has, text: line.trim() });
  }
}

function linkedPlaces(links: ReturnType<typeof linkedTo>): Place[] {
  return (links?.sources ?? []).flatMap(({ path: file, lines }) =>
    lines.map((line) => ({ path: file, line })),
  );
}
