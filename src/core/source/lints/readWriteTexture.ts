import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { ResourceType } from '#core/plan/reflection/reflection.ts';
import { resourceBinding } from '#core/plan/resourceBinding.ts';
import { isStorageTexture, kindInSlang } from '#core/plan/resourceKinds.ts';
import { componentsOf } from '#core/plan/textureFormats.ts';
import type { Declaration, Source } from '#core/source/declarations.ts';
import { afterClosing, type Token } from '#core/source/tokens.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { LintContext } from './context.ts';
import {
  addAttribute,
  type Fix,
  fixOf,
  type Lint,
  removeAttributes,
  type TextEdit,
} from './lint.ts';

/** The slot does not affect whether the texture can be bound. */
const ANY_SLOT = { group: 0, binding: 0 };

/** Finds read-write textures with several components, which WebGPU lacks. */
export function readWriteTexture(context: LintContext): Lint[] {
  const { program, parameterNamed } = context;
  return (program?.members ?? []).flatMap((member) => {
    const { name, type } = member;
    const declaration = parameterNamed(member.fullName);
    if (!isStorageTexture(type) || type.access !== 'readWrite' || !declaration) return [];
    const bound = resourceBinding(member, ANY_SLOT);
    // Some textures cannot be bound at all; Run reports the reason for those.
    if (bound.ok || !resourceBinding(singleChannel(member, type), ANY_SLOT).ok) return [];
    const kind = declaration.type.find(({ text }) => text === kindInSlang(type));
    const { from, to } = kind ?? declaration.nameSpan;
    const fixes = fixesFor(context, declaration, { member, type, kind });
    const count = componentsOf(type)?.count ?? 1;
    const what = count > 1 ? `of ${count} components` : `in the format ${member.format ?? ''}`;
    const message =
      `WebGPU cannot both read and write a texture ${what}, as ${name} is declared; it can with one ` +
      'component of 32 bits. If the shader only writes it, declare it with W instead of RW.';
    return { from, to, severity: 'warning', code: 'playground/read-write-texture', message, fixes };
  });
}

const FORMATS: Readonly<Record<string, string>> = {
  float32: 'r32f',
  int32: 'r32i',
  uint32: 'r32ui',
};

/** The attributes that give a texture its format; the second wins over the first. */
const FORMAT_ATTRIBUTES: ReadonlySet<string> = new Set(['format', 'vk_image_format']);

function formatOf(type: ResourceType): string {
  return ownValue(FORMATS, componentsOf(type)?.scalarType ?? '') ?? 'r32f';
}

function singleChannel(member: BoundParameter, type: ResourceType): BoundParameter {
  return { ...member, format: formatOf(type) };
}

interface Texture {
  readonly member: BoundParameter;
  readonly type: ResourceType;
  /** The type's name, such as `RWTexture2D`. */
  readonly kind: Token | undefined;
}

function fixesFor(
  { source, isUsedElsewhere }: LintContext,
  declaration: Declaration,
  { member, type, kind }: Texture,
): Fix[] {
  const written = resourceBinding({ ...member, type: { ...type, access: 'write' } }, ANY_SLOT);
  // A fix edits one file.
  const stores = isUsedElsewhere(declaration.name) ? undefined : storesOf(source, declaration);
  const writeOnly =
    kind && stores && written.ok
      ? [
          fixOf(`Only write it: ${kind.text.slice(1)}`, [
            { from: kind.from, to: kind.from + 1, insert: '' },
            ...stores,
          ]),
        ]
      : [];
  const format = `[format("${formatOf(type)}")]`;
  const edits = [
    ...removeAttributes(source, declaration, FORMAT_ATTRIBUTES),
    addAttribute(source, declaration, format),
  ];
  const count = componentsOf(type)?.count ?? 1;
  const label = count > 1 ? `Keep one component: ${format}` : `Keep 32 bits: ${format}`;
  return [...writeOnly, fixOf(label, edits)];
}

/** The tokens that may follow a write-only texture. */
const WRITING = /^(?:Store|GetDimensions)$/;

/**
 * The edits that replace a texture's subscripts: `name[at] = value;` becomes
 * `name.Store(at, value);`. Undefined if the source does anything but write the texture.
 */
function storesOf(
  { tokens, text }: Source,
  { name, nameSpan }: Declaration,
): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || token.text !== name || token.from === nameSpan.from) continue;
    const next = tokens[index + 1];
    if (next?.text === '.' && WRITING.test(tokens[index + 2]?.text ?? '')) continue;
    const store = next?.text === '[' ? storeFor(tokens, index + 1, text) : undefined;
    if (!store) return undefined;
    edits.push(...store);
  }
  return edits;
}

function storeFor(tokens: readonly Token[], open: number, text: string): TextEdit[] | undefined {
  const close = afterClosing(tokens, open);
  const before = tokens[open - 2];
  const bracket = tokens[open];
  const last = tokens[close - 1];
  const assign = tokens[close];
  let end = close;
  while (end < tokens.length && tokens[end]?.text !== ';') {
    end = /^[([{]$/.test(tokens[end]?.text ?? '') ? afterClosing(tokens, end) : end + 1;
  }
  const semicolon = tokens[end];
  const isStatement =
    before === undefined || /^[;{})]$/.test(before.text) || before.text === 'else';
  if (!bracket || !last || !semicolon || assign?.text !== '=' || !isStatement) return undefined;
  // `a[i] == b` and `a[i] = b[j] = c` are not plain writes.
  const value = tokens.slice(close + 1, end);
  if (value.some(({ text: symbol }) => symbol === '=') || value.length === 0) return undefined;
  const space = /^\s*/.exec(text.slice(assign.to))?.[0].length ?? 0;
  return [
    { from: bracket.from, to: bracket.to, insert: '.Store(' },
    { from: last.from, to: assign.to + space, insert: ', ' },
    { from: semicolon.from, to: semicolon.from, insert: ')' },
  ];
}
