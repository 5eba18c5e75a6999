import { withoutNumber } from '#core/plan/wgsl/wgslUse.ts';
import type { StageValue } from './stageIo.ts';

/** A struct of values that enter or leave an entry point in the compiler's WGSL. */
const STRUCT = /^struct (\w+)\n\{\n((?:[ \t].*\n)*)\};?$/gm;

/** A field with a location: its other attributes, the location, the name and the type. */
const FIELD = /^( *)((?:@interpolate\([^)]*\) )?)@location\((\d+)\) (\w+) : (.+),$/gm;

interface Located {
  readonly value: StageValue;
  readonly location: number;
  /** The attribute, such as `@interpolate(flat) `; empty for the default. */
  readonly interpolation: string;
}

/** Where the values of an entry point are in the compiled code of its stage. */
export interface StagePlaces {
  readonly inputs: readonly Located[];
  readonly outputs: readonly Located[];
}

/**
 * The places of a stage's values, matched by name: the compiler numbers locations in an order of
 * its own, and differently in the two stages of a draw.
 */
export function placesIn(
  code: string,
  values: { readonly inputs: readonly StageValue[]; readonly outputs: readonly StageValue[] },
): StagePlaces {
  const { parameters, result } = signatureOf(code);
  return {
    inputs: locate(fieldsOf(code, parameters), values.inputs),
    outputs: locate(fieldsOf(code, result), values.outputs),
  };
}

interface Field {
  readonly name: string;
  readonly location: number;
  readonly interpolation: string;
}

function fieldsOf(code: string, types: string): Field[] {
  return [...code.matchAll(STRUCT)]
    .filter(([, name = '']) => wordsIn(types).has(name))
    .flatMap(([, , body = '']) =>
      [...body.matchAll(FIELD)].map(([, , interpolation = '', location, name = '']) => ({
        name,
        location: Number(location),
        interpolation,
      })),
    );
}

/** Values of one name are in the order of their fields. */
function locate(fields: readonly Field[], values: readonly StageValue[]): Located[] {
  const left = [...fields];
  return values.flatMap((value) => {
    const at = left.findIndex(({ name }) => withoutNumber(name) === value.name);
    const [field] = at < 0 ? [] : left.splice(at, 1);
    return field ? [{ value, location: field.location, interpolation: field.interpolation }] : [];
  });
}

const POSITION = /@builtin\(position\) (\w+) :/;

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g));
}

const ENTRY_POINT = /^@(?:vertex|fragment)\nfn \w+\((.*)\)(?: -> (.+))?$/m;

function signatureOf(code: string): { readonly parameters: string; readonly result: string } {
  const [, parameters = '', result = ''] = ENTRY_POINT.exec(code) ?? [];
  return { parameters, result };
}

/** New places of values, by their present locations. */
export type Moves = ReadonlyMap<
  number,
  { readonly location: number; readonly interpolation: string }
>;

/** Moves the inputs or outputs of an entry point to other locations. */
export function relocate(code: string, side: 'inputs' | 'outputs', moves: Moves): string {
  const { parameters, result } = signatureOf(code);
  const types = side === 'inputs' ? parameters : result;
  return code.replace(STRUCT, (text, name: string) => {
    if (!wordsIn(types).has(name)) return text;
    return text.replace(
      FIELD,
      (field, indent: string, _, location: string, of: string, type: string) => {
        const move = moves.get(Number(location));
        return move
          ? `${indent}${move.interpolation}@location(${move.location}) ${of} : ${type},`
          : field;
      },
    );
  });
}

/** Where the fragment stage expects its origin, and the third number of that. */
export interface AskedOrigin {
  readonly location: number;
  readonly draw: number;
}

/**
 * Turns the picture over: row 0 of a texture is at the bottom in the playground, and at the top in
 * WebGPU. Front faces then turn the other way round.
 *
 * @param origin what the vertex stage has to add to its values; nothing if omitted
 */
export function turnedOver(code: string, origin?: AskedOrigin): string {
  const { parameters, result } = signatureOf(code);
  const [, , fields = ''] = [...code.matchAll(STRUCT)].find(([, name]) => name === result) ?? [];
  const position = POSITION.exec(fields)?.[1];
  if (position === undefined) return code;
  const numbers = origin ? [builtin(parameters, 'vertex'), builtin(parameters, 'instance')] : [];
  const added = numbers.flatMap(({ parameter }) => parameter ?? []);
  const passed = numbers.map(({ name }) => `${name}, `).join('');
  const turned = code.replace(/^@vertex\nfn [\s\S]*?^\}/m, (body) =>
    body
      .replace('(', `(${added.join('')}`)
      .replace(` -> ${result}\n`, ` -> ${origin ? TURNED : result}\n`)
      .replace(/^( +)return (.+);$/gm, `$1return turned_over(${passed}$2);`),
  );
  if (!origin) {
    return `${turned}
fn turned_over(vertex : ${result}) -> ${result}
{
    var turned = vertex;
    turned.${position}.y = -turned.${position}.y;
    return turned;
}
`;
  }
  const lines = fields.split('\n').filter((line) => line.includes(' : '));
  const names = lines.map((line) => `vertex.${line.split(' : ', 1)[0]?.split(' ').at(-1)}, `);
  return `${turned}
struct ${TURNED}
{
${fields}    ${originField(origin)}
};

fn turned_over(number : u32, instance : u32, vertex : ${result}) -> ${TURNED}
{
    var turned = ${TURNED}(${names.join('')}vec3u(number, instance, ${origin.draw}u));
    turned.${position}.y = -turned.${position}.y;
    return turned;
}
`;
}

const TURNED = 'TurnedOver';

function originField({ location }: AskedOrigin): string {
  return `@interpolate(flat) @location(${location}) origin : vec3u,`;
}

/** The entry point's parameter for a number, and its declaration if the entry point lacks it. */
function builtin(parameters: string, kind: 'vertex' | 'instance') {
  const found = [...parameters.matchAll(/@builtin\((\w+)\) (\w+) :/g)].find(
    ([, each]) => each === `${kind}_index`,
  );
  if (found) return { name: found[2] ?? '' };
  const name = `${kind}_number`;
  return { name, parameter: `@builtin(${kind}_index) ${name} : u32, ` };
}

/**
 * Allows derivatives anywhere, as other languages do: browsers refuse them where only some
 * fragments of a quad may arrive.
 */
export function withDerivatives(code: string): string {
  return `diagnostic(off, derivative_uniformity); ${code}`;
}

/** What an assignment begins with, and what a pointer points into. */
const CHANGED = /^ *\(*(\w+)\b[^=;\n]* = |&\(*(\w+)\b/gm;

/** Whether a stage writes a buffer or changes it atomically. */
export function writesBuffer(code: string, name: string): boolean {
  return [...code.matchAll(CHANGED)].some(
    ([, assigned, pointed]) => assigned === name || pointed === name,
  );
}

const WRITABLE = /^(.*\bvar<storage, )read_write(> (\w+) : )/gm;

/** Declares a buffer that a stage only reads as such: WebGPU lets no vertex stage write. */
export function readOnly(code: string, name: string): string {
  return code.replace(WRITABLE, (text, before: string, after: string, buffer: string) =>
    buffer === name ? `${before}read${after}` : text,
  );
}

/**
 * The vertex stage of a draw that fills its targets: one triangle that covers them.
 *
 * @param places inputs of the fragment stage that get the coordinates, from 0 to 1 with y up
 * @param origin what to add to them; nothing if omitted
 */
export function fillingStage(places: readonly Located[], origin?: AskedOrigin): string {
  const fields = places.map(
    ({ location, interpolation, value }, at) =>
      `    ${interpolation}@location(${location}) uv_${at} : ${vector(value.components)},\n`,
  );
  const values = places.map(({ value }) => `, ${padded(value.components)}`);
  if (origin) {
    fields.push(`    ${originField(origin)}\n`);
    values.push(`, vec3u(0, 0, ${origin.draw})`);
  }
  return `struct Corner
{
    @builtin(position) position : vec4f,
${fields.join('')}};

@vertex
fn fill(@builtin(vertex_index) index : u32) -> Corner
{
    let uv = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0;
    return Corner(vec4f(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0)${values.join('')});
}
`;
}

function vector(components: number): string {
  return components === 1 ? 'f32' : `vec${components}f`;
}

function padded(components: number): string {
  if (components === 1) return 'uv.x';
  return components === 2
    ? 'uv'
    : `vec${components}f(uv, ${components === 3 ? '0.0' : '0.0, 1.0'})`;
}
