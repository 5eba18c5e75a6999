import type { CompiledProgram } from '#core/output/compileResult.ts';
import { PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { nextStep } from '#core/plan/wgsl/wgslPath.ts';
import { readWgslUse, withoutNumber } from '#core/plan/wgsl/wgslUse.ts';
import { callsIn, siteCallPattern } from '#core/source/instrument/siteCalls.ts';
import { SCALAR_CODE } from '#core/source/instrument/traceLayout.ts';
import { type Edit, withEdits } from '#core/source/instrument/writer.ts';
import type { Sliced } from '#core/util/slices.ts';

/** How a place in the code accesses memory. An atomic operation both loads and stores. */
export type AccessKind = 'load' | 'store' | 'atomic load' | 'atomic';

/** A place in the WGSL that accesses an element of a resource or of shared memory. */
export interface Access {
  readonly kind: AccessKind;
  /** Index among the resources. */
  readonly resource: number;
  /** The site that is next after it: that of its statement. Null if its function has none. */
  readonly site: number | null;
  /**
   * The part of the element, such as `.position`. Indices that are only known when the program runs
   * are `[]`.
   */
  readonly part: readonly string[];
}

/** A resource, or a variable in memory that a thread group shares. */
export interface AccessedResource {
  /** The user's name. */
  readonly name: string;
  /** Null for shared memory. */
  readonly slot: { readonly group: number; readonly binding: number } | null;
  readonly kind: 'buffer' | 'texture' | 'shared';
  /** Lengths of the array in shared memory, outermost first; empty for other memory. */
  readonly lengths: readonly number[];
  /** The numbers in an element; null for structs. */
  readonly cells: Cells | null;
  /** Whether any place stores to it. */
  readonly isStored: boolean;
}

/** The numbers in an element. */
export interface Cells {
  /** Of `SCALAR_CODE`. */
  readonly code: number;
  /** 1 for a scalar. */
  readonly count: number;
}

export interface AccessTable {
  /** By number. */
  readonly accesses: readonly Access[];
  readonly resources: readonly AccessedResource[];
  /** Whether the code has more places or resources than the log has numbers for. */
  readonly isCut: boolean;
}

/** Places that the log has numbers for; the two after them have other meanings. */
const MOST_ACCESSES = 0x7ffe;
const MOST_RESOURCES = 0xff;

/**
 * Makes the WGSL of an instrumented program log each access. Reads the Slang compiler's layout: one
 * statement on each line.
 *
 * @param prefix of the names in the trace code
 */
export function* logAccesses(
  program: CompiledProgram,
  prefix: string,
): Sliced<{ readonly program: CompiledProgram; readonly table: AccessTable }> {
  const table = createTable();
  const { code, stages } = program;
  if (!stages) {
    const logged = { ...program, code: yield* loggedCode(code, prefix, table) };
    return { program: logged, table: table.finish() };
  }
  const logged: [name: string, text: string][] = [];
  for (const [name, text] of Object.entries(stages)) {
    logged.push([name, yield* loggedCode(text, prefix, table)]);
  }
  const texts = { ...program, stages: Object.fromEntries(logged) };
  return { program: texts, table: table.finish() };
}

type Table = ReturnType<typeof createTable>;

function createTable() {
  const accesses: Access[] = [];
  const resources: { resource: Omit<AccessedResource, 'isStored'>; key: string }[] = [];
  let isCut = false;
  return {
    /** The words of the call that logs an access; null if there are no more numbers. */
    add({ kind, resource, ...rest }: Omit<Access, 'resource'> & { readonly resource: Memory }) {
      let index = resources.findIndex(({ key }) => key === resource.key);
      if (index < 0) {
        const { name, slot, kind: memory, lengths, cells, key } = resource;
        const added = { name, slot, kind: memory, lengths, cells };
        index = resources.push({ key, resource: added }) - 1;
      }
      if (accesses.length >= MOST_ACCESSES || index >= MOST_RESOURCES) {
        isCut = true;
        return null;
      }
      return { number: accesses.push({ ...rest, kind, resource: index }) - 1, resource: index };
    },
    finish(): AccessTable {
      const stored = new Set(
        accesses.flatMap(({ kind, resource }) => (isStore(kind) ? [resource] : [])),
      );
      return {
        accesses,
        resources: resources.map(({ resource }, index) => ({
          ...resource,
          isStored: stored.has(index),
        })),
        isCut,
      };
    },
  };
}

export function isStore(kind: AccessKind): boolean {
  return kind === 'store' || kind === 'atomic';
}

/** A resource or a shared variable in one text. */
interface Memory extends Omit<AccessedResource, 'isStored'> {
  /** Its name in the WGSL. */
  readonly wgsl: string;
  readonly type: string;
  /** Equal for the same memory in the texts of several stages. */
  readonly key: string;
}

const SHARED = /^var<workgroup> (\w+) : (.+);$/gm;
const LENGTH = /^array<(.*), i32\((\d+)\)>$/;

/** The memory that a text declares, without the trace buffer and that of printed text. */
function memoryIn(code: string, prefix: string): Map<string, Memory> {
  const found = new Map<string, Memory>();
  for (const { name: wgsl, group, binding, space, type } of readWgslUse(code).bindings) {
    const isBuffer = space.startsWith('storage');
    const name = withoutNumber(wgsl);
    if (wgsl.startsWith(prefix) || name === PRINT_BUFFER) continue;
    if (!isBuffer && !TEXTURES.test(type)) continue;
    const kind = isBuffer ? 'buffer' : 'texture';
    const cells = isBuffer ? cellsOf(ELEMENT.exec(type)?.[1] ?? '') : cellsOfTexels(type);
    const slot = { group, binding };
    const key = `${group}:${binding}`;
    found.set(wgsl, { wgsl, type, name, slot, kind, lengths: [], cells, key });
  }
  for (const [, wgsl = '', type = ''] of code.matchAll(SHARED)) {
    const lengths: number[] = [];
    let element = type;
    for (let inner = LENGTH.exec(type); inner; inner = LENGTH.exec(element)) {
      lengths.push(Number(inner[2]));
      element = inner[1] ?? '';
    }
    const name = withoutNumber(wgsl);
    const cells = cellsOf(element);
    found.set(wgsl, { wgsl, type, name, slot: null, kind: 'shared', lengths, cells, key: wgsl });
  }
  return found;
}

const CELLS = /^(?:atomic<|vec([234])<)?(f32|i32|u32)>?$/;
const CELL_CODES = { f32: SCALAR_CODE.float, i32: SCALAR_CODE.int, u32: SCALAR_CODE.uint };

function cellsOf(type: string): Cells | null {
  const [, count = 1, scalar] = CELLS.exec(type) ?? [];
  if (scalar !== 'f32' && scalar !== 'i32' && scalar !== 'u32') return null;
  return { code: CELL_CODES[scalar], count: Number(count) };
}

/** The format of a storage texture, or the type of a sampled one. */
const TEXEL = /<([a-z0-9]+)[,>]/;

function cellsOfTexels(type: string): Cells {
  const [, format = ''] = TEXEL.exec(type) ?? [];
  const isSigned = /sint$|^i32$/.test(format);
  const other = /uint$|^u32$/.test(format) ? SCALAR_CODE.uint : SCALAR_CODE.float;
  return { code: isSigned ? SCALAR_CODE.int : other, count: 4 };
}

const ELEMENT = /^array<(.*)>$/;

const TEXTURES = /^texture_(?:storage_)?(2d_array|2d|3d)</;

const FUNCTION = /^fn (\w+)\([\s\S]*?^\}/gm;

interface Place {
  readonly code: string;
  readonly prefix: string;
  readonly table: Table;
  readonly memory: ReadonlyMap<string, Memory>;
  /** Name of the function that logs an access. */
  readonly log: string;
  /** Names of the functions that log values; undefined if the code lacks them. */
  readonly logShared: string | undefined;
  readonly logLoaded: string | undefined;
  readonly edits: Edit[];
  /** Functions that log accesses to textures, by the texture's WGSL name. */
  readonly helpers: Map<string, string>;
  /** The end of the function around. */
  readonly end: number;
  readonly isSiteCall: RegExp;
}

function* loggedCode(code: string, prefix: string, table: Table): Sliced<string> {
  const functions = [...code.matchAll(FUNCTION)].map(({ 0: text, 1: name = '', index }) => {
    return { name, from: index, end: index + text.length };
  });
  const named = new Map(functions.map(({ name }) => [withoutNumber(name), name]));
  const log = named.get(`${prefix}access`);
  if (log === undefined) return code;
  const edits: Edit[] = [];
  const helpers = new Map<string, string>();
  const common = {
    ...{ code, prefix, table, log, edits, helpers, memory: memoryIn(code, prefix) },
    logShared: named.get(`${prefix}shared`),
    logLoaded: named.get(`${prefix}loaded`),
    isSiteCall: siteCallPattern(prefix),
  };
  for (const { name, from, end } of functions) {
    yield;
    if (name.startsWith(prefix)) continue;
    logFunction({ ...common, end }, from);
  }
  return `${withEdits(code, edits)}\n${[...helpers.values()].join('')}`;
}

const NAME = /(?<![\w.])[A-Za-z_]\w*/g;
const BARRIER = 'workgroupBarrier();';

function logFunction(place: Place, from: number): void {
  const { code, edits, prefix, memory, end } = place;
  const count = `${prefix}barriers_0 = ${prefix}barriers_0 + u32(1);`;
  let at = code.indexOf(BARRIER, from);
  for (; at >= 0 && at < end; at = code.indexOf(BARRIER, at + 1)) {
    if (code.includes(`var<private> ${prefix}barriers_0 `)) {
      edits.push({ at: at + BARRIER.length, length: 0, text: ` ${count}` });
    }
  }
  NAME.lastIndex = from;
  for (let match = NAME.exec(code); match && match.index < end; match = NAME.exec(code)) {
    const found = memory.get(match[0]);
    if (!found) continue;
    const { index } = match;
    if (found.kind === 'texture') logTexture(place, found, index);
    else logElement(place, found, index);
  }
}

/** A `.name` or `[…]` behind a name. */
interface Step {
  /** Of the text between the brackets; for a name, of the name. */
  readonly from: number;
  readonly to: number;
  readonly isIndex: boolean;
}

function stepsBehind(code: string, start: number): { steps: Step[]; end: number } {
  const steps: Step[] = [];
  let end = start;
  for (let step = nextStep(code, end); step !== null; step = nextStep(code, end)) {
    const isIndex = step.startsWith('[');
    const from = end + 1;
    end += step.length;
    steps.push({ from, to: isIndex ? end - 1 : end, isIndex });
  }
  return { steps, end };
}

/** The offset of the bracket or parenthesis that closes the one at `open`. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    const character = code[at] ?? '';
    if (character === '[' || character === '(') depth += 1;
    else if (character === ']' || character === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

const CONSTANT = /^[iu]32\((\d+)\)$/;

function logElement(place: Place, memory: Memory, start: number): void {
  const { code, table } = place;
  const { steps, end } = stepsBehind(code, start + memory.wgsl.length);
  if (/arrayLength\(&\(?$/.test(code.slice(Math.max(0, start - 40), start))) return;
  const dimensions = memory.kind === 'buffer' ? 1 : memory.lengths.length;
  const indices = steps.slice(0, dimensions);
  // The whole array: not one element.
  if (indices.length < dimensions || indices.some(({ isIndex }) => !isIndex)) return;
  // Outer indices are written twice, so they must not call functions that may have effects.
  const outer = indices.slice(0, -1).map(({ from, to }) => code.slice(from, to));
  if (outer.some((text) => /_\d+\(/.test(text))) return;
  const part = steps.slice(dimensions).map(({ from, to, isIndex }) => {
    const text = code.slice(from, to);
    return isIndex ? (CONSTANT.exec(text)?.[1] ?? '[]') : withoutNumber(text);
  });
  const kind = kindOf(code, start, end);
  const added = table.add({ site: siteBehind(place, start), kind, resource: memory, part });
  const last = indices.at(-1);
  if (!added) return;
  if (memory.kind === 'shared' && isStore(kind))
    logValue(place, memory, added.resource, [start, indices]);
  const word = wordOf(added, kind, memory);
  if (!last) {
    logVariable(place, start, `${place.log}(${word}, u32(0));`);
    return;
  }
  // The innermost index is wrapped, so that it is evaluated once.
  const call = `${indexCall(place, memory, word, outer)}u32(`;
  place.edits.push({ at: last.from, length: 0, text: call });
  place.edits.push({ at: last.to, length: 0, text: '))' });
}

/** Logs what is in an element of shared memory after the statement that stores to it. */
function logValue(
  { code, edits, logShared: log }: Place,
  { type, wgsl, lengths, cells }: Memory,
  resource: number,
  [start, indices]: readonly [start: number, indices: readonly Step[]],
): void {
  const end = code.indexOf(';\n', start);
  if (log === undefined || !cells || end < 0) return;
  const texts = indices.map(({ from, to }) => code.slice(from, to));
  const element = `${wgsl}${texts.map((text) => `[${text}]`).join('')}`;
  const value = loadOf(element, type);
  const place = texts.map((text, dimension) => {
    return `u32(${text}) * u32(${strideOf(lengths, dimension) * cells.count})`;
  });
  const calls = bitsOf(value, cells).map((bits, cell) => {
    const at = [...place, `u32(${cell})`].join(' + ');
    return ` ${log}(u32(${resource}), ${at}, ${bits});`;
  });
  edits.push({ at: end + 1, length: 0, text: calls.join('') });
}

/** How many elements of an array of arrays are from one index of a dimension to the next. */
export function strideOf(lengths: readonly number[], dimension: number): number {
  return lengths.slice(dimension + 1).reduce((one, other) => one * other, 1);
}

/** The WGSL that loads an element of memory of this type. */
function loadOf(element: string, type: string): string {
  return type.includes('atomic<') ? `atomicLoad(&(${element}))` : element;
}

/** The WGSL for the bits of each number in a value. */
function bitsOf(value: string, { count }: Cells): string[] {
  return Array.from({ length: count }, (_, index) =>
    count === 1 ? `bitcast<u32>(${value})` : `bitcast<u32>(${value}[${index}])`,
  );
}

/** The call that logs an element and returns the index after it, up to that index. */
function indexCall(place: Place, memory: Memory, word: string, outer: readonly string[]): string {
  if (memory.kind === 'buffer') return `${bufferHelper(place, memory)}(${word}, `;
  if (outer.length === 0) return `${place.log}(${word}, `;
  const before = outer.map((text, dimension) => {
    return `u32(${text}) * u32(${strideOf(memory.lengths, dimension)})`;
  });
  return `${innerHelper(place)}(${word}, ${before.join(' + ')}, `;
}

/** The function that logs an element of an array of arrays, and returns its innermost index. */
function innerHelper({ prefix, helpers, log }: Place): string {
  const name = `${prefix}inner`;
  helpers.set(
    name,
    [
      `fn ${name}(access : u32, before : u32, index : u32) -> u32`,
      '{',
      `    _ = ${log}(access, before + index);`,
      '    return index;',
      '}\n',
    ].join('\n'),
  );
  return name;
}

/** The function that logs an element of a buffer if there is one, and returns its index. */
function bufferHelper(place: Place, { wgsl, type, cells }: Memory): string {
  const { prefix, helpers, log } = place;
  const values = loadedCalls(place, cells, loadOf(`${wgsl}[at]`, type));
  const name = `${prefix}element_${wgsl}`;
  helpers.set(
    name,
    [
      `fn ${name}(access : u32, at : u32) -> u32`,
      '{',
      `    if(at < arrayLength(&${wgsl})) { _ = ${log}(access, at);${values} }`,
      '    return at;',
      '}\n',
    ].join('\n'),
  );
  return name;
}

/** Logs an access to a variable without an index, before the statement that it is in. */
function logVariable({ code, edits }: Place, start: number, call: string): void {
  const line = code.lastIndexOf('\n', start) + 1;
  const at = line + (/^ */.exec(code.slice(line, start))?.[0].length ?? 0);
  if (!/^(?:var|let|if|return|switch|\(|[A-Za-z_]\w*[ .[(])/.test(code.slice(at, at + 80))) return;
  edits.push({ at, length: 0, text: `_ = ${call} ` });
}

const ATOMIC = /\b(atomic\w+)\(&\(?$/;

function kindOf(code: string, start: number, end: number): AccessKind {
  const [, atomic] = ATOMIC.exec(code.slice(Math.max(0, start - 60), start)) ?? [];
  if (atomic !== undefined) return atomic === 'atomicLoad' ? 'atomic load' : 'atomic';
  const line = code.lastIndexOf('\n', start) + 1;
  const isFirst = code.slice(line, start).trim() === '';
  return isFirst && /^ = /.test(code.slice(end, end + 3)) ? 'store' : 'load';
}

/** Bits beside the number and the resource; `traceAccesses.slang` has the same. */
const FLAGS = { store: 1 << 24, shared: 1 << 25 };

function wordOf(
  { number, resource }: { readonly number: number; readonly resource: number },
  kind: AccessKind,
  memory: Memory,
): string {
  const flags = (isStore(kind) ? FLAGS.store : 0) | (memory.kind === 'shared' ? FLAGS.shared : 0);
  return `u32(${(number | (resource << 16) | flags) >>> 0})`;
}

/** The site in the first line from a place on that has any: that of its statement. */
function siteBehind({ code, prefix, isSiteCall, end }: Place, start: number): number | null {
  let line = code.lastIndexOf('\n', start) + 1;
  for (; line < end; line = code.indexOf('\n', line) + 1) {
    const text = code.slice(line, code.indexOf('\n', line));
    if (!text.includes(prefix)) continue;
    const call = callsIn(text).find(({ name, site }) => site !== null && isSiteCall.test(name));
    if (call) return call.site;
  }
  return null;
}

const TEXTURE_CALL = /\btexture(Load|Store|Sample\w*)\(\(?$/;

/** Wraps the coordinates of a load, a store or a sample. */
function logTexture(place: Place, memory: Memory, start: number): void {
  const { code, edits, table } = place;
  const [call, which = ''] = TEXTURE_CALL.exec(code.slice(Math.max(0, start - 40), start)) ?? [];
  if (call === undefined) return;
  const open = code.lastIndexOf(`texture${which}`, start) + `texture${which}`.length;
  const values = argumentsAt(code, open);
  const isSample = which.startsWith('Sample');
  const at = values[isSample ? 2 : 1];
  const [, shape = '2d'] = TEXTURES.exec(memory.type) ?? [];
  const layer = shape === '2d_array' ? values[isSample ? 3 : 2] : undefined;
  if (!at || (layer && /_\d+\(/.test(code.slice(...layer)))) return;
  const kind = which === 'Store' ? 'store' : 'load';
  const added = table.add({ site: siteBehind(place, start), kind, resource: memory, part: [] });
  if (!added) return;
  const helper = textureHelper(place, memory, shape, isSample);
  const type = `vec${shape === '3d' ? 3 : 2}<${isSample ? 'f32' : 'u32'}>`;
  const word = wordOf(added, kind, memory);
  edits.push({ at: at[0], length: 0, text: `${helper}(${word}, ${type}(` });
  const last = layer ? `, u32(${code.slice(...layer)})` : '';
  edits.push({ at: at[1], length: 0, text: `)${last})` });
}

/** The ranges of a call's arguments. */
function argumentsAt(code: string, open: number): (readonly [from: number, to: number])[] {
  const end = closing(code, open);
  const found: (readonly [number, number])[] = [];
  let from = open + 1;
  for (let at = from; at < end; at += 1) {
    const character = code[at] ?? '';
    if (character === '(' || character === '[') at = closing(code, at);
    else if (character === ',') {
      found.push([from, at]);
      from = at + 1;
    }
  }
  found.push([from, end]);
  return found;
}

/** The calls that log the numbers of an element that was accessed. */
function loadedCalls({ logLoaded: log }: Place, cells: Cells | null, value: string): string {
  if (log === undefined || !cells) return '';
  const calls = bitsOf(value, cells).map((bits, component) => {
    return ` ${log}(u32(${component}), ${bits});`;
  });
  return calls.join('');
}

/** The function that logs the texel at coordinates, and returns these. */
function textureHelper(
  place: Place,
  { wgsl, type, cells }: Memory,
  shape: string,
  isSample: boolean,
): string {
  const { prefix, helpers, log } = place;
  const name = `${prefix}${isSample ? 'sampled' : 'texel'}_${wgsl}`;
  const count = shape === '3d' ? 3 : 2;
  const coordinates = `vec${count}<${isSample ? 'f32' : 'u32'}>`;
  const isArray = shape === '2d_array';
  const texel = isSample
    ? `vec${count}<u32>(clamp(at * vec${count}<f32>(size), vec${count}<f32>(0), vec${count}<f32>(size) - 1))`
    : 'at';
  const depth = isArray ? 'layer' : 'texel.z';
  const row = count === 3 || isArray ? `${depth} * size.y + texel.y` : 'texel.y';
  const level = type.startsWith('texture_storage') ? '' : ', 0';
  const loaded = `textureLoad(${wgsl}, texel${isArray ? ', layer' : ''}${level})`;
  const isLoadable = !isSample && !type.endsWith(', write>');
  const values = isLoadable ? loadedCalls(place, cells, loaded) : '';
  helpers.set(
    name,
    [
      `fn ${name}(access : u32, at : ${coordinates}${isArray ? ', layer : u32' : ''}) -> ${coordinates}`,
      '{',
      `    let size = textureDimensions(${wgsl});`,
      `    let texel = ${texel};`,
      `    if(all(texel < size)) { _ = ${log}(access, (${row}) * size.x + texel.x);${values} }`,
      '    return at;',
      '}\n',
    ].join('\n'),
  );
  return name;
}
