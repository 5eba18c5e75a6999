import type { Span, Token } from '#core/source/convert/glsl/tokens.ts';
import type { Constant } from './constants.ts';

/** What an HLSL program is given from outside. */
export type Binding = {
  readonly name: string;
  /** Of its elements; empty if it has none. */
  readonly type: string;
  readonly declaration: Span;
  /** `: register(u0)`, which the playground chooses itself; null if there is none. */
  readonly register: Span | null;
} & (
  | { readonly kind: 'constants'; readonly constants: readonly Constant[] }
  | { readonly kind: ResourceKind }
);

const RESOURCES = [
  'RWTexture2D',
  'Texture2D',
  'RWTexture3D',
  'Texture3D',
  'TextureCube',
  'RWStructuredBuffer',
  'StructuredBuffer',
  'RWByteAddressBuffer',
  'ByteAddressBuffer',
  'RWBuffer',
  'Buffer',
  'SamplerState',
] as const;

type ResourceKind = (typeof RESOURCES)[number];

const RESOURCE = new RegExp(
  String.raw`^(${RESOURCES.join('|')})(?:\s*<([^<>]*)>)?\s+(\w+)\s*(?:(:\s*register\s*\([^)]*\))\s*)?;`,
);

const CONSTANTS =
  /^(?:cbuffer\s+(\w+)\s*(?::\s*register\s*\([^)]*\)\s*)?\{([^{}]*)\}\s*;?|(?:uniform\s+)?((?:float|int|uint|bool|half)[1-4]?)\s+(\w+)\s*(?::\s*register\s*\([^)]*\)\s*)?;)/;

/** Those that are declared outside of functions and structs. */
export function readBindings(text: string, tokens: readonly Token[]): Binding[] {
  const bindings: Binding[] = [];
  let depth = 0;
  let isStart = true;
  let until = 0;
  for (const token of tokens) {
    if (token.from < until) continue;
    const binding =
      depth === 0 && isStart
        ? bindingAt(text.slice(token.from, token.from + 4000), token.from)
        : null;
    if (binding) {
      bindings.push(binding);
      until = binding.declaration.to;
      continue;
    }
    if ('{(['.includes(token.text)) depth += 1;
    if ('})]'.includes(token.text)) depth -= 1;
    isStart = [';', '}', ']'].includes(token.text);
  }
  return bindings;
}

function bindingAt(text: string, from: number): Binding | null {
  const resource = RESOURCE.exec(text);
  if (resource) {
    const [all, kind, type = '', name = '', register] = resource;
    const at = register === undefined ? -1 : all.indexOf(register);
    return {
      ...{
        kind: kind as ResourceKind,
        name,
        type: type.trim(),
        declaration: { from, to: from + all.length },
      },
      register:
        register === undefined ? null : { from: from + at, to: from + at + register.length },
    };
  }
  const found = CONSTANTS.exec(text);
  if (!found) return null;
  const [all, block, members = '', type = '', variable = ''] = found;
  const constants = block === undefined ? [{ type, name: variable }] : readMembers(members);
  return {
    ...{ kind: 'constants', name: block ?? variable, type: '', constants, register: null },
    declaration: { from, to: from + all.length },
  };
}

function readMembers(text: string): Constant[] {
  const plain = text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '');
  return plain.split(';').flatMap((member) => {
    const [, type, names] =
      /^((?:row_major\s+|column_major\s+)?\w+)\s+([\s\S]+)$/.exec(member.trim()) ?? [];
    if (type === undefined || names === undefined) return [];
    return names.split(',').map((name) => ({ type, name: name.replace(/:[\s\S]*/, '').trim() }));
  });
}
