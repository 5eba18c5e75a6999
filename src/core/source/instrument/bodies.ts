import { readAttributes } from '#core/source/attributesInText.ts';
import type { Declaration, Source } from '#core/source/declarations.ts';
import { afterAngles, afterClosing, type Token } from '#core/source/tokens.ts';
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
