import type { CompiledProgram } from '#core/output/compileResult.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { readStructs, readTypeSizes } from './wgslLayout.ts';
import { nextStep } from './wgslPath.ts';
import { readWgslUse } from './wgslUse.ts';

/**
 * Fixes invalid WGSL that the compiler writes for some programs, and adds the strides that
 * reflection omits.
 *
 * @param compileGlsl returns an entry point's GLSL; undefined if it does not compile
 */
export function completeWgsl(
  program: CompiledProgram,
  compileGlsl: (entryPoint: string) => string | undefined,
): CompiledProgram {
  const { stages } = program;
  const declare = (code: string) =>
    declareValues(code, () => {
      const { entryPoints } = readReflection(program.reflection);
      return new Map(entryPoints.map(({ name }) => [name, compileGlsl(name) ?? '']));
    });
  const declared = declare(program.code);
  return {
    ...program,
    code: storeBools(declared),
    strides: readStrides(declared),
    ...(stages && {
      stages: Object.fromEntries(
        Object.entries(stages).map(([name, code]) => [name, storeBools(declare(code))]),
      ),
    }),
  };
}

/** The strides of all buffers, by their names in the code. */
function readStrides(code: string): Record<string, number> {
  const sizeOf = readTypeSizes(code);
  const buffers = readWgslUse(code).bindings.filter(({ space }) => space.startsWith('storage'));
  const strides = buffers.map(({ name, type }) => [name, sizeOf(type)] as const);
  return Object.fromEntries(strides.flatMap(([name, stride]) => (stride ? [[name, stride]] : [])));
}

const BOOL = /\bbool\b/g;
const UNIFORM = /^(.*\bvar<uniform> )(\w+) : (.+);$/gm;
const STRUCT = /^struct (\w+)\n\{[\s\S]*?^\}/gm;
const FUNCTION = /^fn (\w+)\([\s\S]*?^\}/gm;
const NAME = /(?<![\w.])[A-Za-z_]\w*/g;
const VECTOR = /^vec[234]<bool>$/;
const ARRAY = /^array<(.*), *i32\((\d+)\)>$/;

/**
 * Replaces bools in uniform blocks by numbers, with 0 for false. WGSL allows no bools in buffers,
 * but the compiler writes them anyway.
 */
function storeBools(code: string): string {
  const uniforms = new Map(
    [...code.matchAll(UNIFORM)].map(([, , name = '', type = '']) => [name, type]),
  );
  const structs = readStructs(code);
  const types = new Set(uniforms.values());
  for (const type of types) {
    for (const field of structs.get(type) ?? []) types.add(field.type);
    const [, element] = ARRAY.exec(type) ?? [];
    if (element !== undefined) types.add(element);
  }
  if (![...types].some((type) => type.endsWith('bool') || VECTOR.test(type))) return code;
  const readBools = createReader(uniforms, structs);
  return code
    .replace(FUNCTION, readBools)
    .replace(STRUCT, (text, name: string) => (types.has(name) ? inNumbers(text) : text))
    .replace(UNIFORM, (_, before: string, name: string, type: string) => {
      return `${before}${name} : ${inNumbers(type)};`;
    });
}

function inNumbers(text: string): string {
  return text.replace(BOOL, 'u32');
}

type Reader = (text: string) => string;

/** Returns a function that adds a comparison with zero wherever code reads a uniform bool. */
function createReader(
  uniforms: ReadonlyMap<string, string>,
  structs: ReturnType<typeof readStructs>,
): Reader {
  const read: Reader = (text) => {
    let result = '';
    let end = 0;
    for (const { index, 0: name } of text.matchAll(NAME)) {
      let type = uniforms.get(name);
      if (type === undefined || index < end) continue;
      result += text.slice(end, index);
      let path = name;
      end = index + name.length;
      for (let step = nextStep(text, end); step !== null; step = nextStep(text, end)) {
        const inside = typeIn(type, step, structs);
        if (inside === undefined) break;
        type = inside;
        path += step.startsWith('[') ? `[${read(step.slice(1, -1))}]` : step;
        end += step.length;
      }
      result += asBool(path, type);
    }
    return result + text.slice(end);
  };
  return read;
}

function typeIn(
  type: string,
  step: string,
  structs: ReturnType<typeof readStructs>,
): string | undefined {
  if (VECTOR.test(type)) {
    const count = step.startsWith('[') ? 1 : step.length - 1;
    return count === 1 ? 'bool' : `vec${count}<bool>`;
  }
  if (step.startsWith('[')) return ARRAY.exec(type)?.[1];
  return structs.get(type)?.find(({ name }) => `.${name}` === step)?.type;
}

function asBool(path: string, type: string): string {
  if (type === 'bool') return `(${path} != u32(0))`;
  if (VECTOR.test(type)) return `(${path} != ${inNumbers(type)}())`;
  const [, element = '', length] = ARRAY.exec(type) ?? [];
  if (element !== 'bool' && !VECTOR.test(element)) return path;
  const elements = Array.from({ length: Number(length) }, (_, at) =>
    asBool(`${path}[i32(${at})]`, element),
  );
  return `${type}( ${elements.join(', ')} )`;
}

/** The compiler's names for values. */
const VALUE = /\b_S\d+\b/g;

/** Declared values: variables, parameters and functions. */
const DECLARED_VALUE = /\b_S\d+(?= :|\()/g;

/**
 * An element of a scalar array in a uniform block. Each element takes 16 bytes there, so the
 * compiler makes it the first component of a vector.
 */
const ELEMENT = /(?<![\w.\]])[A-Za-z_]\w*(?:\.\w+|\[i32\(\d+\)\])*\.data_\d+\[i32\(\d+\)\]\.x\b/g;

const USE = new RegExp(`${ELEMENT.source}|${VALUE.source}`, 'g');

const STATEMENT = /^ *(\S.*);$/;

/**
 * Adds declarations that the compiler forgets. For an element of a scalar array in a uniform block,
 * it may write the expression alone and use an undeclared name for it afterwards. In
 *
 *     s_0.w_0.data_0[i32(1)].x;
 *     s_0.w_0.data_0[i32(2)].x;
 *     result_0[i32(0)] = _S1 - _S2;
 *
 * the WGSL does not show which name means which element. The GLSL of the same program does, because
 * its function contains the elements themselves. If it uses them in another order, the function
 * stays unchanged.
 *
 * @param compileGlsl returns the GLSL of each entry point; called only if such a function exists
 */
function declareValues(code: string, compileGlsl: () => ReadonlyMap<string, string>): string {
  const declared = new Set(code.match(DECLARED_VALUE));
  const fields = [...readStructs(code).values()].flat();
  const lengths = new Map(
    fields.map(({ name, type }) => [name, Number(/, i32\((\d+)\)>$/.exec(type)?.[1] ?? 0)]),
  );
  let glsl: ReadonlyMap<string, string> | undefined;
  return code.replace(FUNCTION, (text, name: string) => {
    const open = new Set(text.match(VALUE)?.filter((value) => !declared.has(value)));
    if (open.size === 0) return text;
    const lines = text.split('\n').map(readLine);
    const known = onlyCandidates(lines, open);
    if (known) return withDeclarations(lines, known);
    glsl ??= compileGlsl();
    const elements = elementsInGlsl(glsl, name, { wgsl: text, arrays: arraysIn(text, lengths) });
    const uses = lines.flatMap((line, at) => usesIn(line, at, open));
    const meanings = elements && alignElements(uses, elements);
    const named = meanings && nameLines(lines, open, meanings);
    return named ? withDeclarations(lines, named) : text;
  });
}

interface Line {
  readonly text: string;
  readonly indent: number;
  /** The element that the line consists of; null if the line is anything else. */
  readonly alone: string | null;
  readonly uses: readonly string[];
}

function readLine(text: string): Line {
  const uses = text.match(USE) ?? [];
  const statement = STATEMENT.exec(text)?.[1] ?? '';
  const isAlone = statement !== '' && statement === uses[0] && !statement.startsWith('_S');
  return { text, indent: text.search(/\S|$/), alone: isAlone ? statement : null, uses };
}

/** The lengths of the arrays whose elements a function uses, by path, such as `s_0.w_0`. */
function arraysIn(text: string, lengths: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(
    (text.match(ELEMENT) ?? []).map((element) => [
      elementOf(element).replace(/\[\d+\]$/, ''),
      lengths.get(/\.(data_\d+)\[i32\(\d+\)\]\.x$/.exec(element)?.[1] ?? '') ?? 0,
    ]),
  );
}

/** `s_0.w_0[1]` for `s_0.w_0.data_0[i32(1)].x`. */
function elementOf(path: string): string {
  return path.replaceAll(/\.data_\d+|i32\(|\)|\.x$/g, '');
}

/** Maps the index of an element's line to its name. */
type Names = ReadonlyMap<number, string>;

/** The names if each can refer to only one line with an element; otherwise null. */
function onlyCandidates(lines: readonly Line[], open: ReadonlySet<string>): Names | null {
  const names = new Map<number, string>();
  const waiting = new Map(
    [...open].map((name) => {
      const use = lines.findIndex(({ uses }) => uses.includes(name));
      return [name, lines.flatMap((_, at) => (isVisible(lines, at, use) ? [at] : []))];
    }),
  );
  for (let found = true; found; ) {
    found = false;
    for (const [name, candidates] of waiting) {
      const [only, ...others] = candidates.filter((at) => !names.has(at));
      if (only === undefined || others.length > 0) continue;
      names.set(only, name);
      waiting.delete(name);
      found = true;
    }
  }
  return waiting.size === 0 && isComplete(lines, names) ? names : null;
}

/** Whether a later line can name this line's element: no block around it ends in between. */
function isVisible(lines: readonly Line[], at: number, use: number): boolean {
  const line = lines[at];
  if (!line || line.alone === null) return false;
  return (
    at < use &&
    lines.slice(at, use).every(({ indent, text }) => indent >= line.indent || text === '')
  );
}

/** Whether every element has a name. The compiler writes only elements that it uses. */
function isComplete(lines: readonly Line[], names: Names): boolean {
  return lines.every(({ alone }, at) => alone === null || names.has(at));
}

/** The end of the type in an array constructor. The elements follow it. */
const MADE = /, i32\(\d+\)>\( /g;

/** The elements and values that a line uses, in the order of `elementsInGlsl`. */
function usesIn({ text, alone }: Line, line: number, open: ReadonlySet<string>): ElementUse[] {
  if (alone !== null) return [];
  const slots = new Map<number, ElementUse['slot']>();
  const [assigned = ''] = text.split(' = ', 1);
  const [place, index] = /\[i32\((\d+)\)\]$/.exec(assigned) ?? [];
  if (place !== undefined) {
    const array = assigned.slice(0, -place.length);
    slots.set(assigned.length + ' = '.length, { array, index: Number(index) });
  }
  for (const { 0: start, index: at } of text.matchAll(MADE)) {
    let offset = at + start.length;
    const made = text.slice(offset, text.indexOf(' )', offset));
    for (const [each, argument] of made.split(', ').entries()) {
      slots.set(offset, { array: `${line}:${at}`, index: each });
      offset += argument.length + 2;
    }
  }
  return [...text.matchAll(USE)].flatMap(({ 0: use, index: offset }): ElementUse[] => {
    const isName = use.startsWith('_S');
    if (isName && !open.has(use)) return [];
    return [{ what: isName ? use : elementOf(use), isName, slot: slots.get(offset) ?? null }];
  });
}

function nameLines(
  lines: readonly Line[],
  open: ReadonlySet<string>,
  meanings: ReadonlyMap<string, string>,
): Names | null {
  const names = new Map<number, string>();
  for (const name of open) {
    const use = lines.findIndex(({ uses }) => uses.includes(name));
    const at = lines.findIndex(
      ({ alone }, index) =>
        alone !== null &&
        elementOf(alone) === meanings.get(name) &&
        !names.has(index) &&
        isVisible(lines, index, use),
    );
    if (at < 0) return null;
    names.set(at, name);
  }
  return isComplete(lines, names) ? names : null;
}

function withDeclarations(lines: readonly Line[], names: Names): string {
  const declared = lines.map(({ text, indent, alone }, at) =>
    alone === null ? text : `${' '.repeat(indent)}let ${names.get(at)} = ${alone};`,
  );
  return declared.join('\n');
}

/** A use of an element in WGSL, or of a value that may be one. */
interface ElementUse {
  /** The element, such as `s_0.w_0[1]`, or the name of an undeclared value. */
  readonly what: string;
  readonly isName: boolean;
  /** Its index in the array constructed from such uses, with a key for that array. */
  readonly slot: { readonly array: string; readonly index: number } | null;
}

/** A function that needs more attempts is too ambiguous. */
const MAX_STEPS = 10_000;

/**
 * Finds the element that each name stands for: the one that GLSL uses in the same place. Null if
 * there is no answer or more than one.
 *
 * @param used in GLSL: a list for each use, which has all elements if the use is of a whole array
 */
function alignElements(
  uses: readonly ElementUse[],
  used: readonly (readonly string[])[],
): ReadonlyMap<string, string> | null {
  const answers = new Map<string, ReadonlyMap<string, string>>();
  let steps = 0;
  const search = (at: number, next: number, meanings: ReadonlyMap<string, string>): void => {
    steps += 1;
    if (steps > MAX_STEPS || answers.size > 1) return;
    const elements = used[next];
    if (!elements) {
      if (at === uses.length) answers.set(JSON.stringify([...meanings]), meanings);
      return;
    }
    const more = take(uses.slice(at, at + elements.length), elements, meanings);
    if (more) search(at + elements.length, next + 1, more);
    // WGSL may have constructed the same array earlier.
    if (elements.length > 1) search(at, next + 1, meanings);
  };
  search(0, 0, new Map());
  const [answer, ...others] = answers.values();
  return answer && others.length === 0 && steps <= MAX_STEPS ? answer : null;
}

/** Adds the meanings of these uses; null if the uses cannot be these elements. */
function take(
  uses: readonly ElementUse[],
  elements: readonly string[],
  meanings: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | null {
  if (uses.length < elements.length || (elements.length > 1 && !isWhole(uses))) return null;
  const all = new Map(meanings);
  for (const [index, { what, isName }] of uses.entries()) {
    const element = elements[index] ?? '';
    if ((isName ? (all.get(what) ?? element) : what) !== element) return null;
    if (isName) all.set(what, element);
  }
  return all;
}

/** Whether these uses construct one array, in order. */
function isWhole(uses: readonly ElementUse[]): boolean {
  const array = uses[0]?.slot?.array;
  return uses.every(({ slot }, index) => slot?.index === index && slot.array === array);
}

const GLSL_FUNCTION = /^[\w ]+?(?:\[\d+\])? (\w+)\([^;{}]*\)\n\{[\s\S]*?^\}/gm;

/** The declaration of a variable that copies an array or an array element. */
const VARIABLE = /^ *\w+ +(\w+)(?:\[\d+\])? = ([\w.[\]]+);$/;

/** A path to a member, up to the first index that is not constant. */
const PATH = /(?<![\w.\]])[A-Za-z_]\w*(?:\.\w+|\[\d+\])*(\[?)/g;

interface WgslFunction {
  readonly wgsl: string;
  /** The lengths of the arrays by path, such as `s_0.w_0`. */
  readonly arrays: ReadonlyMap<string, number>;
}

/**
 * The elements that a function uses, such as `s_0.w_0[1]`, in order of use. Each use is a list,
 * which has all elements if the use is of a whole array. Undefined if the GLSL lacks the function.
 *
 * @param glsl the code of each entry point
 */
function elementsInGlsl(
  glsl: ReadonlyMap<string, string>,
  name: string,
  { wgsl, arrays }: WgslFunction,
): (readonly string[])[] | undefined {
  const text = findFunction(glsl, name);
  if (text === undefined) return undefined;
  const aliases = new Map<string, string>();
  const used = (path: string): (readonly string[])[] => {
    const [, root = '', rest = ''] = /^(\w+)(.*)$/.exec(path) ?? [];
    const full = (aliases.get(root) ?? root) + rest;
    const length = arrays.get(full);
    if (length !== undefined) return [Array.from({ length }, (_, at) => `${full}[${at}]`)];
    return arrays.has(full.replace(/\[\d+\]$/, '')) ? [[full]] : [];
  };
  return text.split('\n').flatMap((line) => {
    const [, variable = '', path = ''] = VARIABLE.exec(line) ?? [];
    const [elements] = used(path);
    // If WGSL has the same variable, both languages use the elements in the same places.
    if (elements && (variable.startsWith('_S') || !wgsl.includes(`var ${variable} `))) {
      aliases.set(variable, path);
      return elements.length > 1 ? [elements] : [];
    }
    return [...line.matchAll(PATH)].flatMap(([each, index]) => (index === '' ? used(each) : []));
  });
}

function findFunction(glsl: ReadonlyMap<string, string>, name: string): string | undefined {
  for (const [entryPoint, code] of glsl) {
    for (const [text, found] of code.replaceAll(/^#line.*\n/gm, '').matchAll(GLSL_FUNCTION)) {
      if ((found === 'main' ? entryPoint : found) === name) return text;
    }
  }
  return undefined;
}
