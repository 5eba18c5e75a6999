/** A top-level declaration of WGSL or HLSL, with zero-based lines. */
export interface CodeBlock {
  readonly kind: 'function' | 'struct' | 'global';
  /** Includes the number that the compiler appends. */
  readonly name: string;
  /** The first line, which may hold only attributes. */
  readonly from: number;
  /** The line with the name. */
  readonly header: number;
  /** The line with the closing brace. */
  readonly to: number;
}

/** Reads code as the compiler lays it out: only top-level code starts in the first column. */
export function readBlocks(lines: readonly string[]): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let from = -1;
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    if (line === '' || line.startsWith('#') || line.startsWith('//')) continue;
    if (from < 0) from = index;
    depth += depthChange(line);
    if (depth > 0 || !/[;}]\s*$/.test(line)) continue;
    const block = readBlock(lines, from, index);
    if (block) blocks.push(block);
    from = -1;
    depth = 0;
  }
  return blocks;
}

function depthChange(line: string): number {
  let change = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    if (code === OPEN) change += 1;
    else if (code === CLOSE) change -= 1;
  }
  return change;
}

const OPEN = '{'.charCodeAt(0);
const CLOSE = '}'.charCodeAt(0);

function readBlock(lines: readonly string[], from: number, to: number): CodeBlock | null {
  for (let header = from; header <= to; header += 1) {
    const text = (lines[header] ?? '').replace(ATTRIBUTES, '');
    if (text.trim() === '' || text.startsWith('#')) continue;
    const found = readName(text);
    return found && { ...found, from, header, to };
  }
  return null;
}

/** `@binding(1) @group(0)` of WGSL, `[numthreads(8, 8, 1)]` of HLSL. */
const ATTRIBUTES = /^(?:\s*(?:@\w+(?:\([^)]*\))?|\[\w+(?:\([^)]*\))?\]))+/;

function readName(text: string): Pick<CodeBlock, 'kind' | 'name'> | null {
  const struct = /^\s*struct\s+(\w+)/.exec(text)?.[1];
  if (struct !== undefined) return { kind: 'struct', name: struct };
  const wgsl = /^\s*(fn|var|const|let|override)\b(?:\s*<[^>]*>)?\s+([^\s(:;=]+)/.exec(text);
  if (wgsl) return { kind: wgsl[1] === 'fn' ? 'function' : 'global', name: wgsl[2] ?? '' };
  // In HLSL, the name is the last word before the first of `=:;([{`.
  const [, before = '', after] = /^([^=:;([{]*)(.?)/.exec(text) ?? [];
  const name = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*$/u.exec(before.trimEnd())?.[0];
  if (name === undefined) return null;
  return { kind: after === '(' ? 'function' : 'global', name };
}

export function baseName(name: string): string {
  return name.replace(/(?:_std\d+)?_\d+$/, '');
}
