import { constantsOf, type Evaluate } from '#core/source/constantExpression.ts';
import {
  type Declaration,
  readSource,
  type Source,
  withMembers,
} from '#core/source/declarations.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  stringAt,
} from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { SourceText } from './projectModules.ts';
import type { CompilerContext } from './session.ts';
import type { ProgramLayout } from './slangModule.ts';

/** Null if the binary traps, as it does on the layouts of some programs that compile fine. */
export function readLayoutOrSpend(context: CompilerContext, layout: ProgramLayout): JsonValue {
  try {
    return readLayoutJson(layout);
  } catch (thrown) {
    if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown;
    context.spent = true;
    return null;
  }
}

/** The part of embind's `ProgramLayout` used here. */
interface Layout {
  toJsonObject(): unknown;
}

/**
 * The compiler's layout as JSON.
 *
 * The binary writes strings with C escapes (`\'`, `\a`, `\303\251`) and infinite floats as `inf`,
 * then calls `JSON.parse`, which rejects both: any apostrophe or accent in the user's string
 * literals would throw. So this function intercepts the text and rewrites it.
 */
export function readLayoutJson(layout: Layout): JsonValue {
  const { parse } = JSON;
  let text = 'null';
  JSON.parse = (json: string) => {
    text = json;
    return null;
  };
  try {
    layout.toJsonObject();
  } finally {
    JSON.parse = parse;
  }
  return parse(text.replace(STRING_OR_INFINITY, rewrite));
}

/** A string, with its text in the first group, or a float that JSON cannot represent. */
const STRING_OR_INFINITY = /"((?:[^"\\]|\\[\s\S])*)"|-?\b(?:inf|nan)\b/g;
const ESCAPE = /\\([0-7]{1,3}|[\s\S])/g;

const CONTROL: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Converts a C string literal to JSON; octal escapes are UTF-8 bytes. Infinities and NaN become
 * strings.
 */
function rewrite(match: string, text: string | undefined): string {
  if (text === undefined) return JSON.stringify(match);
  if (!text.includes('\\')) return match;
  const bytes = text.replace(ESCAPE, (__, code: string) =>
    /^[0-7]/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8) & 0xff)
      : (ownValue(CONTROL, code) ?? code),
  );
  return JSON.stringify(decodeUtf8(bytes));
}

/** Decodes characters up to U+00FF as bytes of UTF-8; other text is already decoded. */
function decodeUtf8(bytes: string): string {
  const codes = Array.from(bytes, (character) => character.codePointAt(0) ?? 0);
  if (codes.some((code) => code > 0xff)) return bytes;
  return new TextDecoder().decode(Uint8Array.from(codes));
}

/** What the compiler writes for an attribute argument that is not a literal. */
const UNREAD = 'invalid value';

/** Maximum rounding error of a float in the layout, which has six decimals. */
const ROUNDING = 0.51e-6;

interface SourceFile extends Source {
  /** Null for the main file. */
  readonly path: string | null;
}

/**
 * Adds to the compiler's layout what it omits: the namespaces of parameters that share a name, and
 * the values of attribute arguments that are constant expressions. An argument that cannot be
 * evaluated becomes its expression and line. Restores the digits of floats, since the layout writes
 * 1e-7 as 0.
 *
 * @param files the main file, then those that it imports or includes, as it reaches them
 */
export function completeLayout(layout: JsonValue, files: readonly SourceText[]): JsonValue {
  if (!isJsonObject(layout)) return layout;
  const parameters = objectsAt(layout, 'parameters');
  const names = parameters.map((parameter) => stringAt(parameter, 'name'));
  const sharesNames = new Set(names).size < names.length;
  const mayLackDigits = haveAttributesWithNumbers(JSON.stringify(parameters));
  if (!sharesNames && !mayLackDigits && !JSON.stringify(layout).includes(`"${UNREAD}"`))
    return layout;
  const sources = files.map(
    ({ path, text }, index): SourceFile => ({ ...readSource(text), path: index > 0 ? path : null }),
  );
  const everything = sources.flatMap((source) => source.declarations);
  const completeArguments = createCompletion(sources, everything);
  const declarations = everything.filter(isParameter).toSorted(inOrderOf(everything));
  const taken = new Map<string, number>();
  const completed = parameters.map((parameter) => {
    const name = stringAt(parameter, 'name');
    const declared = declarations.filter((each) => each.name === name);
    const count = names.filter((each) => each === name).length;
    const index = taken.get(name) ?? 0;
    taken.set(name, index + 1);
    const declaration = declared.length === count ? declared[index] : declared[0];
    const { namespace = '' } = declaration ?? {};
    const isShared = count > 1 && declared.length === count && namespace !== '';
    const complete = completeArguments(parameter, declaration);
    return isShared ? { ...complete, name: `${namespace}::${name}` } : complete;
  });
  const entryPoints = objectsAt(layout, 'entryPoints').map((entryPoint) => {
    const name = stringAt(entryPoint, 'name');
    const isIt = (each: Declaration) => each.kind === 'function' && each.name === name;
    return completeArguments(entryPoint, everything.find(isIt));
  });
  return { ...layout, parameters: completed, entryPoints };
}

function isParameter({ kind }: Declaration): boolean {
  return kind !== 'function';
}

/**
 * The compiler's order of parameters: those outside namespaces, then those of each namespace, then
 * of each nested namespace, and so on; in each, in declaration order.
 */
function inOrderOf(
  declarations: readonly Declaration[],
): (one: Declaration, other: Declaration) => number {
  const paths = new Map<string, number>();
  for (const { namespace } of declarations) {
    for (const path of pathsTo(namespace)) if (!paths.has(path)) paths.set(path, paths.size);
  }
  const ranks = ({ namespace }: Declaration) =>
    pathsTo(namespace).map((path) => paths.get(path) ?? 0);
  return (one, other) => {
    const [mine, theirs] = [ranks(one), ranks(other)];
    const differing = mine.findIndex((rank, depth) => rank !== theirs[depth]);
    if (mine.length !== theirs.length) return mine.length - theirs.length;
    return differing < 0 ? 0 : (mine[differing] ?? 0) - (theirs[differing] ?? 0);
  };
}

/** Maps `A::B` to `A` and `A::B`. */
function pathsTo(namespace: string): string[] {
  const names = namespace === '' ? [] : namespace.split('::');
  return names.map((_, index) => names.slice(0, index + 1).join('::'));
}

function createCompletion(sources: readonly SourceFile[], everything: readonly Declaration[]) {
  const owners = ownersOf(sources);
  const complete = (reflected: JsonObject, declaration: Declaration | undefined): JsonObject => {
    const attributes = objectsAt(reflected, 'userAttribs');
    const type = reflected['type'];
    return {
      ...reflected,
      ...(attributes.length > 0 && {
        userAttribs: attributes.map((attribute) => withValues(attribute, declaration)),
      }),
      ...(isJsonObject(type) && { type: completeType(type, declaration) }),
    };
  };
  const completeType = (type: JsonObject, declaration: Declaration | undefined): JsonObject => {
    const fields = objectsAt(type, 'fields');
    const members = fields.length > 0 ? membersOf(everything, type, declaration) : [];
    const inner = type['elementType'];
    return {
      ...type,
      ...(fields.length > 0 && {
        fields: fields.map((field) =>
          complete(
            field,
            members.find(({ name }) => name === stringAt(field, 'name')),
          ),
        ),
      }),
      ...(isJsonObject(inner) && { elementType: completeType(inner, declaration) }),
    };
  };
  const withValues = (attribute: JsonObject, declaration: Declaration | undefined): JsonObject => {
    const values = attribute['arguments'];
    const name = stringAt(attribute, 'name');
    const written = declaration?.attributes.find((each) => each.name === name);
    const owner = declaration && owners.get(declaration);
    if (!Array.isArray(values) || !written || !owner) return attribute;
    const { source, evaluate } = owner;
    const completed = values.map((value: JsonValue, index): JsonValue => {
      const span = written.arguments[index];
      if (!span || (value !== UNREAD && typeof value !== 'number')) return value;
      const tokens = source.tokens.filter(({ from, to }) => from >= span.from && to <= span.to);
      if (typeof value === 'number') return withAllDigits(value, evaluate(tokens));
      const expression = source.text.slice(span.from, span.to);
      // The user wrote this very text.
      if (expression === `"${UNREAD}"`) return value;
      const line = lineOf(source.text, span.from);
      return evaluate(tokens) ?? { expression, line, ...(source.path && { path: source.path }) };
    });
    return { ...attribute, arguments: completed };
  };
  return complete;
}

interface Owner {
  readonly source: SourceFile;
  readonly evaluate: Evaluate;
}

function ownersOf(sources: readonly SourceFile[]): ReadonlyMap<Declaration, Owner> {
  const owners = new Map<Declaration, Owner>();
  for (const source of sources) {
    const others = sources.filter((each) => each !== source);
    const owner = { source, evaluate: constantsOf(source, others) };
    for (const declaration of withMembers(source.declarations)) owners.set(declaration, owner);
  }
  return owners;
}

/** The source's float32 if it differs from the layout's only by rounding. */
function withAllDigits(rounded: number, told: number | undefined): number {
  const exact = Math.fround(told ?? Number.NaN);
  return Math.abs(exact - rounded) <= ROUNDING ? exact : rounded;
}

/** Members of the struct with this name, or of the `cbuffer` declared here. */
function membersOf(
  declarations: readonly Declaration[],
  type: JsonObject,
  declaration: Declaration | undefined,
): readonly Declaration[] {
  if (declaration?.kind === 'struct') return declaration.members;
  const name = stringAt(type, 'name');
  const struct = declarations.find((each) => each.kind === 'struct' && each.name === name);
  return struct?.members ?? [];
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function haveAttributesWithNumbers(parameters: string): boolean {
  const lists = parameters.split('"arguments":[').slice(1);
  return lists.some((list) => /^[^\]]*\d/.test(list));
}
