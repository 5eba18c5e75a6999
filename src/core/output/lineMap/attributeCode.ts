import type { SpirvModule } from '#core/output/spirv/readSpirv.ts';
import { declarationsIn } from './declaredLines.ts';
import { headerLine } from './functionsIn.ts';
import {
  type CodeFunction,
  type KnownTexts,
  type LineMap,
  type LineOrigin,
  PART_SIZE,
} from './lineMap.ts';
import type { Columns } from './placedCode.ts';
import { type KnownFile, readKnownFiles } from './printedFiles.ts';

/** The attributes of an entry point that have code of their own. */
type AttributeName = 'shader' | 'numthreads';

/** The code of an attribute. */
interface AttributeCode {
  readonly name: AttributeName;
  /** One-based. */
  readonly line: number;
  /** Null for the whole line. */
  readonly columns: Columns | null;
  /** The line of code with the header of the entry point. */
  readonly header: number;
}

interface AttributePatterns {
  readonly name: AttributeName;
  readonly code: RegExp;
  readonly source: RegExp;
}

const PATTERNS: readonly AttributePatterns[] = [
  {
    name: 'shader',
    code: /@(?:compute|vertex|fragment)\b|\[\[(?:kernel|vertex|fragment)\]\]|extern "C" __global__|\[shader\("\w+"\)\]/,
    source: /\bshader\s*\([^()]*\)/,
  },
  {
    name: 'numthreads',
    code: /@workgroup_size\([^()]*\)|\[numthreads\([^()]*\)\]|layout\(local_size_x[^()]*\) in;/,
    source: /\bnumthreads\s*\([^()]*\)/,
  },
];

/** The attributes in all targets but SPIR-V. */
export function attributesInCode(
  lines: readonly string[],
  functions: readonly CodeFunction[],
): AttributeCode[] {
  return functions.flatMap(({ from }) => {
    const header = headerLine(lines, { from });
    return PATTERNS.flatMap(({ name, code }): AttributeCode[] => {
      for (let line = from; line <= header; line += 1) {
        const text = lines[line - 1] ?? '';
        const found = code.exec(text);
        if (!found) continue;
        const columns = { from: found.index, to: found.index + found[0].length };
        return [{ name, line, header, columns: found[0] === text.trim() ? null : columns }];
      }
      return [];
    });
  });
}

/** The instructions that say what an entry point is. */
export function attributesInSpirv({ declarations, functions }: SpirvModule): AttributeCode[] {
  return declarations.flatMap(({ op, operands, line }) => {
    const isGroup = op === 'OpExecutionMode' && operands[1] === 'LocalSize';
    if (!isGroup && op !== 'OpEntryPoint') return [];
    const id = operands[isGroup ? 0 : 1];
    const header = functions.find((each) => each.id === id)?.instructions[0]?.line;
    if (header === undefined) return [];
    return [{ name: isGroup ? 'numthreads' : 'shader', line, columns: null, header }];
  });
}

/** Links the code of attributes with the lines of the attributes. */
export function addAttributes(
  map: LineMap,
  texts: KnownTexts,
  found: readonly AttributeCode[],
): LineMap {
  const known = readKnownFiles(texts);
  const origins = [...map.origins];
  const added: number[][] = [];
  for (const { name, line, columns, header } of found) {
    const origin = map.origins[header - 1];
    const file = origin && map.files[origin.file];
    const text = known.files.find((each) => isSame(each.file, file));
    const place = origin && text && attributeOf(text, firstLine(origin), name);
    if (!origin || !place) continue;
    const { line: source, columns: part } = place;
    if (!columns) origins[line - 1] = { kind: 'line', file: origin.file, line: source };
    else added.push([line, columns.from, columns.to, origin.file, source, part.from, part.to]);
  }
  return { ...map, origins, parts: withParts(map.parts, added) };
}

const firstLine = (origin: LineOrigin) => (origin.kind === 'line' ? origin.line : origin.from);

const isSame = (one: KnownFile['file'], other: KnownFile['file'] | null | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** An attribute of the function that a line is in. */
function attributeOf(known: KnownFile, line: number, name: AttributeName) {
  const around = declarationsIn(known).find(
    ({ kind, from, to }) => kind === 'function' && from <= line && line <= to,
  );
  const pattern = PATTERNS.find((each) => each.name === name)?.source;
  if (!around || !pattern) return null;
  for (let at = around.from; at <= around.line; at += 1) {
    const found = pattern.exec(known.lines[at - 1] ?? '');
    if (found) {
      return { line: at, columns: { from: found.index, to: found.index + found[0].length } };
    }
  }
  return null;
}

/** The parts in the order of the code, without those whose lines are linked already. */
function withParts(parts: Int32Array, added: readonly number[][]): Int32Array {
  if (added.length === 0) return parts;
  const all: number[][] = [];
  for (let at = 0; at < parts.length; at += PART_SIZE) {
    all.push([...parts.subarray(at, at + PART_SIZE)]);
  }
  for (const part of added) {
    const isKnown = all.some(
      ([line, , , file, source]) => line === part[0] && file === part[3] && source === part[4],
    );
    if (!isKnown) all.push(part);
  }
  return Int32Array.from(all.sort(([one = 0], [other = 0]) => one - other).flat());
}
