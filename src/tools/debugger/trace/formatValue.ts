import type { NumberValue, TracedValue } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { toHalf } from '#core/util/half.ts';

/** Maximum length of a struct in the short form, in characters. */
const LONGEST_STRUCT = 40;

const SHORT_ARRAY = 3;

/** Words in variable names that suggest a colour. */
const COLOR_WORDS: ReadonlySet<string> = new Set(
  [
    'col cols color colors colour colours rgb rgba srgb',
    'albedo ambient background bg diffuse emission emissive fg foreground ink irradiance',
    'paint palette picture pixel radiance shade specular texel throughput tint',
  ].flatMap((words) => words.split(' ')),
);

/** Neutral names. Their values count as colours only with four components, like a picture's. */
const RESULTS = /^(?:return|result|output|out)$/;

/** How far a component may lie outside 0..1. */
const TOLERANCE = 0.01;

/** For display beside a line, such as `(0.3333, 1, 2)`. */
export function shortText(value: TracedValue): string {
  return textOf(value, { number: shortNumber, isShort: true });
}

/** At full precision: each number is the shortest text that parses back to the same value. */
export function fullText(value: TracedValue): string {
  return textOf(value, { number: fullNumber, isShort: false });
}

interface Form {
  readonly number: (value: NumberValue) => string;
  readonly isShort: boolean;
}

function textOf(value: TracedValue, form: Form): string {
  const listOf = (values: readonly TracedValue[]) =>
    values.map((each) => textOf(each, form)).join(', ');
  switch (value.kind) {
    case 'number':
      return form.number(value);
    case 'bool':
      return String(value.value);
    case 'vector':
      return `(${listOf(value.elements)})`;
    case 'matrix':
      return `(${listOf(value.rows)})`;
    case 'array': {
      const { elements, length } = value;
      const isCut = length > elements.length || (form.isShort && length > SHORT_ARRAY + 1);
      if (!isCut) return `[${listOf(elements)}]`;
      const shown = form.isShort ? elements.slice(0, SHORT_ARRAY) : elements;
      return `[${listOf(shown)}${shown.length > 0 ? ', ' : ''}… ${length}]`;
    }
    case 'struct': {
      const fields = value.fields.map((field) => `${field.name}: ${textOf(field.value, form)}`);
      return form.isShort ? shortFields(fields) : `{${fields.join(', ')}}`;
    }
    case 'enum':
      return value.name ?? `${value.type}(${value.value})`;
    case 'opaque':
      return '?';
    default:
      return assertNever(value);
  }
}

function shortFields(fields: readonly string[]): string {
  const text = `{${fields.join(', ')}}`;
  if (text.length <= LONGEST_STRUCT) return text;
  let shown = '';
  for (const field of fields) {
    if (shown.length + field.length + '{, …}'.length > LONGEST_STRUCT) break;
    shown += `${field}, `;
  }
  return shown === '' ? `${text.slice(0, LONGEST_STRUCT - 2).trimEnd()}…}` : `{${shown}…}`;
}

/** Such as `float3`, `float4x4`, `int[8]`, or the name of a struct or enum. */
export function typeText(value: TracedValue): string {
  switch (value.kind) {
    case 'number':
      return value.type;
    case 'bool':
      return 'bool';
    case 'vector':
      return `${elementType(value.elements)}${value.elements.length}`;
    case 'matrix': {
      const [row] = value.rows;
      const columns = row?.kind === 'vector' ? row.elements : value.rows;
      return `${elementType(columns)}${value.rows.length}x${columns.length}`;
    }
    case 'array': {
      const [element] = value.elements;
      const type = element ? typeText(element) : '?';
      const dimensions = element?.kind === 'array' ? type.indexOf('[') : type.length;
      return `${type.slice(0, dimensions)}[${value.length}]${type.slice(dimensions)}`;
    }
    case 'struct':
    case 'enum':
      return value.type;
    case 'opaque':
      return '?';
    default:
      return assertNever(value);
  }
}

function elementType([first]: readonly TracedValue[]): string {
  return first ? typeText(first) : '?';
}

/** Searches nested values too. */
export function hasNonFinite(value: TracedValue): boolean {
  switch (value.kind) {
    case 'number':
      return !Number.isFinite(value.value);
    case 'vector':
    case 'array':
      return value.elements.some(hasNonFinite);
    case 'matrix':
      return value.rows.some(hasNonFinite);
    case 'struct':
      return value.fields.some((field) => hasNonFinite(field.value));
    case 'bool':
    case 'enum':
    case 'opaque':
      return false;
    default:
      return assertNever(value);
  }
}

/**
 * A CSS colour if the value's name and components suggest a colour; otherwise null. Ignores alpha.
 */
export function colorOf(name: string, value: TracedValue): string | null {
  if (value.kind !== 'vector' || value.elements.length < 3) return null;
  if (!isNameOfColor(name, value.elements.length)) return null;
  const components: number[] = [];
  for (const element of value.elements) {
    const isFraction =
      element.kind === 'number' &&
      (element.type === 'float' || element.type === 'half') &&
      element.value >= -TOLERANCE &&
      element.value <= 1 + TOLERANCE;
    if (!isFraction) return null;
    components.push(Math.round(Math.min(Math.max(element.value, 0), 1) * 255));
  }
  return `rgb(${components.slice(0, 3).join(' ')})`;
}

function isNameOfColor(name: string, components: number): boolean {
  const plain = name.replaceAll(/\[[^\]]*(?:\]|$)|\s/g, '');
  const parts = plain.split('.');
  const last = parts.at(-1) ?? '';
  const isSwizzle = /^(?:[rgba]{3,4}|[xyzw]{3,4})$/.test(last) && parts.length > 1;
  const named = (isSwizzle ? parts.at(-2) : last) ?? '';
  if (isSwizzle && /^[rgba]+$/.test(last)) return true;
  if (RESULTS.test(named)) return components === 4;
  const words = named.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.some((word) => COLOR_WORDS.has(word.toLowerCase()));
}

/** Whole numbers below this are shown exactly. */
const SHORT_WHOLE = 1_000_000;

/** Whole floats below this are written with all digits, not with the fewest that identify them. */
const EXACT_WHOLE = 1_000_000_000;

/** At most 4 significant digits. Whole numbers are exact, except floats with 7 or more digits. */
function shortNumber({ type, value }: NumberValue): string {
  const special = specialText(value);
  if (special !== null) return special;
  const isExact = type === 'int' || type === 'uint' || Math.abs(value) < SHORT_WHOLE;
  if (Number.isInteger(value) && isExact) return String(value);
  return withoutPadding(value.toPrecision(4));
}

/** The shortest text that parses back to the same number of its type. */
function fullNumber({ type, value }: NumberValue): string {
  const special = specialText(value);
  if (special !== null) return special;
  if (type === 'int' || type === 'uint') return String(value);
  if (Number.isInteger(value) && Math.abs(value) < EXACT_WHOLE) return String(value);
  const round = type === 'half' ? toHalf : Math.fround;
  const most = type === 'half' ? 5 : 9;
  for (let digits = 1; digits < most; digits += 1) {
    const text = value.toPrecision(digits);
    if (round(Number(text)) === value) return withoutPadding(String(Number(text)));
  }
  return withoutPadding(String(Number(value.toPrecision(most))));
}

function specialText(value: number): string | null {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return '∞';
  if (value === Number.NEGATIVE_INFINITY) return '−∞';
  return Object.is(value, -0) ? '-0' : null;
}

/** Turns `1.500e+5` into `1.5e5`. */
function withoutPadding(text: string): string {
  const [digits = '', exponent] = text.split('e');
  const short = digits.includes('.') ? digits.replace(/(?:\.|(?<![.0]))0+$/, '') : digits;
  return exponent === undefined ? short : `${short}e${Number(exponent)}`;
}
