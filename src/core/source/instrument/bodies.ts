import { readAttributes } from '#core/source/attributesInText.ts';
import type { Declaration, Source } from '#core/source/declarations.ts';
import { afterAngles, afterClosing, elementsBetween, type Token } from '#core/source/tokens.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { type WrittenType, writtenType } from './writtenTypes.ts';

/** A function with statements. Positions are token indices. */
export interface Body {
  /** With the enclosing types, such as `Ray.at`. */
  readonly name: string;
  /** Index of the name, or of an accessor's keyword. */
  readonly nameAt: number;
  /** Attributes before it, such as `shader`, with the text in their parentheses. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Tokens between the parentheses; empty for accessors without parentheses. */
  readonly parameters: readonly [start: number, end: number];
  /** Parameters of the subscript that an accessor belongs to. */
  readonly outerParameters: readonly [start: number, end: number] | null;
  /** Declared as `func name(a : T) -> R`, with types after names. */
  readonly isModern: boolean;
  /** Return type; empty if not written. */
  readonly returns: WrittenType;
  /** It or an enclosing type has type parameters. */
  readonly isGeneric: boolean;
  /** Index of the opening brace; `end` is the index after the closing one. */
  readonly open: number;
  readonly end: number;
}

/** Words that may precede a return type. */
const MODIFIERS =
  /^(?:public|private|internal|export|extern|static|const|inline|override|no_diff|dyn|__generic|__exported|__prefix|__postfix|groupshared|uniform|volatile|globallycoherent)$/;

/** The functions of a source, including members and accessors, in source order. */
export function findBodies(source: Source): Body[] {
  return bodiesIn(source, source.declarations, '', false);
}

function bodiesIn(
  source: Source,
  declarations: readonly Declaration[],
  path: string,
  isInGeneric: boolean,
): Body[] {
  const { tokens } = source;
  return declarations.flatMap((declaration) => {
    const { kind, nameAt, members, hasBody } = declaration;
    const name = `${path}${nameOf(tokens, nameAt)}`;
    const isGeneric = isInGeneric || hasTypeParameters(tokens, declaration);
    if (kind === 'struct' || kind === 'extension')
      return bodiesIn(source, members, `${name}.`, isGeneric);
    return hasBody ? bodiesOf(source, declaration, name, isGeneric) : [];
  });
}

function hasTypeParameters(tokens: readonly Token[], declaration: Declaration): boolean {
  const { kind, at, nameAt, open, type } = declaration;
  if (kind !== 'struct' && kind !== 'extension')
    return tokens[nameAt + 1]?.text === '<' || type.some(({ text }) => text === '__generic');
  const isAfterList = tokens[at - 1]?.text === '>';
  const head = tokens.slice(at, open);
  return isAfterList || head.some(({ text }) => text === '<' || text === 'interface');
}

/** The body of a function, or those of the accessors of a property or a subscript. */
function bodiesOf(
  { tokens, text }: Source,
  { kind, nameAt, type, attributes, open: headEnd, end }: Declaration,
  name: string,
  isGeneric: boolean,
): Body[] {
  const close = kind === 'variable' ? headEnd : afterClosing(tokens, headEnd, end);
  let open = close;
  while (open < end && tokens[open]?.text !== '{') open += 1;
  if (open === end) return [];
  const parameters = [headEnd + 1, close - 1] as const;
  if (kind !== 'function') {
    const outerParameters = kind === 'special' ? parameters : null;
    const accessors = accessorsIn(tokens, open + 1, end - 1).map((accessor) => ({
      ...accessor,
      ...{ name: `${name}.${accessor.name}`, outerParameters, isGeneric },
    }));
    if (kind === 'variable' || accessors.length > 0) return accessors;
  }
  const returned = withoutModifiers(type);
  const isModern = returned[0]?.text === 'func';
  const written = attributes.map((attribute) => {
    const values = attribute.arguments.map(({ from, to }) => text.slice(from, to));
    return [attribute.name, values.join(',')] as const;
  });
  return [
    {
      ...{ name, nameAt, attributes: new Map(written), parameters, outerParameters: null },
      returns: writtenType(isModern ? afterArrow(tokens.slice(close, open)) : returned),
      ...{ isModern, isGeneric, open, end },
    },
  ];
}

function withoutModifiers(type: readonly Token[]): readonly Token[] {
  let at = 0;
  while (MODIFIERS.test(type[at]?.text ?? ''))
    at = type[at + 1]?.text === '<' ? afterAngles(type, at + 1) : at + 1;
  return type.slice(at);
}

/** The return type in `-> Type where T : IShape`. */
function afterArrow(tokens: readonly Token[]): readonly Token[] {
  const arrow = tokens.findIndex(({ text }) => text === '>');
  const where = tokens.findIndex(({ text }) => text === 'where');
  return tokens.slice(arrow + 1, where < 0 ? tokens.length : where);
}

/** Includes the symbols after `operator`. */
function nameOf(tokens: readonly Token[], at: number): string {
  const name = tokens[at]?.text ?? '';
  if (name !== 'operator') return name;
  let symbols = '';
  for (let next = at + 1; tokens[next]?.kind === 'symbol'; next += 1) {
    const text = tokens[next]?.text ?? '';
    if (text === '(' && !(symbols === '' && tokens[next + 1]?.text === ')')) break;
    symbols += text;
  }
  return `operator${symbols}`;
}

/** Such as `get { … } set(float3 value) { … }`. */
function accessorsIn(tokens: readonly Token[], start: number, end: number): Body[] {
  const bodies: Body[] = [];
  let at = start;
  while (at < end) {
    const nameAt = readAttributes(tokens, at, end).next;
    const name = tokens[nameAt]?.text ?? '';
    if (!/^(?:get|set|ref|modify)$/.test(name)) break;
    const hasParameters = tokens[nameAt + 1]?.text === '(';
    const open = hasParameters ? afterClosing(tokens, nameAt + 1, end) : nameAt + 1;
    const hasBody = tokens[open]?.text === '{';
    at = hasBody ? afterClosing(tokens, open, end) : open + 1;
    if (!hasBody) continue;
    bodies.push({
      ...{ name, nameAt, attributes: new Map(), outerParameters: null },
      parameters: hasParameters ? [nameAt + 2, open - 1] : [nameAt, nameAt],
      ...{ isModern: false, returns: '', isGeneric: false, open, end: at },
    });
  }
  return bodies;
}

/** Which arguments each function writes, by its unqualified name. */
export type Signatures = ReturnType<typeof readSignatures>;

const BUILT_IN: ReadonlyMap<string, readonly number[] | 'all'> = new Map<
  string,
  readonly number[] | 'all'
>([
  ['sincos', [1, 2]],
  ['modf', [1]],
  ['frexp', [1]],
  ['GetDimensions', 'all'],
]);

interface FileBodies {
  readonly tokens: readonly Token[];
  readonly bodies: readonly Body[];
}

export function readSignatures(files: readonly FileBodies[]) {
  const written = new Map<string, Set<number>>();
  const mutating = new Set<string>();
  const all = files.flatMap(({ tokens, bodies }) => bodies.map((body) => ({ tokens, body })));
  for (const { tokens, body } of all) {
    const name = tokens[body.nameAt]?.text ?? '';
    if (body.attributes.has('mutating')) mutating.add(name);
    const known = written.get(name) ?? new Set<number>();
    for (const [index, { direction }] of readParameters(
      tokens,
      body.parameters,
      body.isModern,
    ).entries()) {
      if (direction !== 'in') known.add(index);
    }
    written.set(name, known);
  }
  return {
    /** Indices of arguments; undefined if nothing is known. */
    written(name: string): ReadonlySet<number> | 'all' | undefined {
      const own = written.get(name);
      if (own) return own;
      const builtIn = BUILT_IN.get(name);
      return builtIn === 'all' || builtIn === undefined ? builtIn : new Set(builtIn);
    },
    isMutating: (name: string): boolean => mutating.has(name),
    isOwn: (name: string): boolean => written.has(name),
  };
}

export interface WrittenParameter {
  readonly name: Token;
  readonly type: readonly Token[];
  /** The type as text, including sizes after the name. */
  readonly written: WrittenType;
  /** An `out` parameter has no value when the function begins. */
  readonly direction: 'in' | 'out' | 'inout';
  /** Such as `SV_DispatchThreadID`; empty without one. */
  readonly semantic: string;
  /** `each T` or `expand each T`: any number of values. */
  readonly isPack: boolean;
  /** An array of any length: `int a[]`. */
  readonly isUnsized: boolean;
}

const DIRECTIONS: Readonly<Record<string, WrittenParameter['direction']>> = {
  out: 'out',
  __out: 'out',
  inout: 'inout',
  __inout: 'inout',
  __ref: 'inout',
};

const PARAMETER_MODIFIERS =
  /^(?:in|out|inout|const|uniform|no_diff|expand|each|__out|__inout|__ref|__constref|precise|nointerpolation|noperspective|linear|centroid|sample|vertices|triangles|point|line|triangle|lineadj|triangleadj|primitives|indices)$/;

/** @param isModern whether parameters are written `name : Type`, not `Type name` */
export function readParameters(
  tokens: readonly Token[],
  [start, end]: readonly [number, number],
  isModern: boolean,
): WrittenParameter[] {
  return elementsBetween(tokens, start, end).flatMap(
    (each) => readParameter(tokens.slice(each.start, each.end), isModern) ?? [],
  );
}

const PACK = /^(?:each|expand)$/;

function readParameter(written: readonly Token[], isModern: boolean): WrittenParameter | undefined {
  let at = 0;
  let direction: WrittenParameter['direction'] = 'in';
  let isPack = false;
  for (; at < written.length; at += 1) {
    const text = written[at]?.text ?? '';
    if (text === '[') {
      while (at < written.length && written[at]?.text !== ']') at += 1;
      continue;
    }
    if (!PARAMETER_MODIFIERS.test(text)) break;
    direction = ownValue(DIRECTIONS, text) ?? direction;
    isPack ||= PACK.test(text);
  }
  const rest = written.slice(at);
  const end = rest.findIndex(({ text }) => text === '=' || text === ':');
  const colon = rest.findIndex(({ text }) => text === ':');
  const tail = colon < 0 ? [] : rest.slice(colon + 1);
  if (isModern) {
    const [name] = rest;
    if (name?.kind !== 'word') return undefined;
    const modern = ownValue(DIRECTIONS, tail[0]?.text ?? '');
    const equals = tail.findIndex(({ text }) => text === '=');
    const type = tail.slice(modern === undefined ? 0 : 1, equals < 0 ? tail.length : equals);
    isPack ||= PACK.test(type[0]?.text ?? '');
    return { name, ...typeIn(type, []), direction: modern ?? direction, semantic: '', isPack };
  }
  const head = end < 0 ? rest : rest.slice(0, end);
  const nameAt = beforeSizes(head);
  const name = head[nameAt];
  if (name?.kind !== 'word' || nameAt < 1) return undefined;
  const type = typeIn(head.slice(0, nameAt), head.slice(nameAt + 1));
  return { name, ...type, direction, semantic: tail[0]?.text ?? '', isPack };
}

/** The index of the token before the trailing brackets. */
function beforeSizes(tokens: readonly Token[]): number {
  let at = tokens.length - 1;
  while (tokens[at]?.text === ']') {
    while (at > 0 && tokens[at]?.text !== '[') at -= 1;
    at -= 1;
  }
  return at;
}

function typeIn(type: readonly Token[], sizes: readonly Token[]) {
  const isUnsized = [type, sizes].some(
    (part) => part.at(-1)?.text === ']' && part.at(-2)?.text === '[',
  );
  return { type, written: writtenType(type, sizes), isUnsized };
}
