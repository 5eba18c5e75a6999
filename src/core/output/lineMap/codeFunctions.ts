import type { SpirvModule } from '#core/output/spirv/readSpirv.ts';
import { isDerivative, sourceName, withoutSuffix } from './codeWords.ts';
import type { CodeFunction } from './lineMap.ts';

/** The start of a function header, which the compiler does not indent. */
const HEADER = /^(?!layout|cbuffer|struct|typedef|using|static const)(?:\[\[|[A-Za-z_@]).*\(/;
/** Attributes on lines of their own before the header of an entry point. */
const ATTRIBUTE = /^(?:\[|@(?:compute|fragment|vertex|workgroup_size)\b|layout\(local_size)/;
/** An entry point keeps its name in the code. */
const ENTRY_POINT = /^(?:\[\[(?:kernel|vertex|fragment)\]\]|extern "C")/;

/** The functions of any target but SPIR-V, without those of CUDA's prelude. */
export function textFunctions(lines: readonly string[]): CodeFunction[] {
  const start = endOfPrelude(lines);
  const functions: CodeFunction[] = [];
  for (let at = start; at < lines.length; at += 1) {
    const header = lines[at] ?? '';
    if (!isHeader(lines, at)) continue;
    const to = lines.indexOf('}', at + 1);
    if (to < 0) break;
    let from = at;
    while (from > start && ATTRIBUTE.test(lines[from - 1] ?? '')) from -= 1;
    functions.push({ name: nameIn(header, from < at), from: from + 1, to: to + 1 });
    at = to;
  }
  return functions;
}

/** CUDA code starts with thousands of lines without a `#line` directive. */
function endOfPrelude(lines: readonly string[]): number {
  return Math.max(
    0,
    lines.findIndex((line) => line.startsWith('#line ')),
  );
}

function isHeader(lines: readonly string[], at: number): boolean {
  const header = lines[at] ?? '';
  if (!HEADER.test(header) || header.endsWith(';')) return false;
  let next = at + 1;
  while (lines[next]?.trim() === '') next += 1;
  return lines[next] === '{';
}

/** The one-based line of a function's header, which is above its opening brace. */
export function headerLine(lines: readonly string[], { from }: Pick<CodeFunction, 'from'>): number {
  let line = lines.indexOf('{', from - 1);
  while (line > from && lines[line - 1]?.trim() === '') line -= 1;
  return line;
}

function nameIn(header: string, hasAttributes: boolean): string {
  const isEntryPoint = hasAttributes || ENTRY_POINT.test(header);
  const name = /\b(\w+)\s*\(/.exec(header.replace(/\[\[[^[\]]*\]\]/g, ''))?.[1] ?? '';
  return isEntryPoint ? name : sourceName(withoutSuffix(name));
}

/** Tests whether the code has a function by that name. Methods are named `Struct_method`. */
export function namesOf(functions: readonly CodeFunction[]): (name: string) => boolean {
  const names = new Set(
    functions.flatMap(({ name }) =>
      isDerivative(name) ? [] : [name, name.split(/[._]/).at(-1) ?? name],
    ),
  );
  return (name) => names.has(name);
}

export function spirvFunctions({ functions, names }: SpirvModule): CodeFunction[] {
  return functions.flatMap(({ id, instructions }) => {
    const first = instructions[0];
    const last = instructions.at(-1);
    if (!first || last?.op !== 'OpFunctionEnd') return [];
    return [{ name: sourceName(names.get(id) ?? id.slice(1)), from: first.line, to: last.line }];
  });
}
