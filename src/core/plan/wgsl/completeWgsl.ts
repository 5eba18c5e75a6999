import type { CompiledProgram } from '#core/output/compileResult.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { declareValues } from './undeclaredValues.ts';
import { readTypeSizes } from './wgslLayout.ts';
import { readStructs } from './wgslStructs.ts';
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
  const declared = declareValues(program.code, () => {
    const { entryPoints } = readReflection(program.reflection);
    return new Map(entryPoints.map(({ name }) => [name, compileGlsl(name) ?? '']));
  });
  return { ...program, code: storeBools(declared), strides: readStrides(declared) };
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
const FUNCTION = /^fn \w+\([\s\S]*?^\}/gm;
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

/** The `.name` or `[…]` at an offset; null if there is neither. */
function nextStep(text: string, offset: number): string | null {
  if (text[offset] === '.') return /^\.\w+/.exec(text.slice(offset, offset + 200))?.[0] ?? null;
  if (text[offset] !== '[') return null;
  let depth = 0;
  for (let end = offset; end < text.length; end += 1) {
    if (text[end] === '[') depth += 1;
    if (text[end] === ']') depth -= 1;
    if (depth === 0) return text.slice(offset, end + 1);
  }
  return null;
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
