import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import {
  ATTRIBUTE_GROUPS,
  ATTRIBUTES,
  type AttributeReference,
} from '#core/plan/attributes/reference.ts';
import { appearance } from '#ui/editor/assistance/appearance.ts';
import { completionList } from '#ui/editor/completionList.ts';
import { argumentHelp } from './argumentHelp.ts';
import { describeAttribute } from './description.ts';
import { attributeHover } from './hover.ts';
import { argumentPlace, namePlace, REACH } from './places.ts';

const attributeAppearance = EditorView.theme({
  '.cm-attribute p': { margin: '4px 0' },
  '.cm-attribute-signature': { color: 'var(--code-meta)', fontFamily: 'var(--font-code)' },
  '.cm-attribute dl': {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    gap: '2px 12px',
    margin: '6px 0',
    fontSize: '0.75rem',
  },
  '.cm-attribute dt': { color: 'var(--text-quiet)' },
  '.cm-attribute dd': { margin: '0' },
  '.cm-attribute-argument': { fontFamily: 'var(--font-code)' },
  '.cm-attribute .cm-attribute-example': {
    margin: '6px 0 2px',
    padding: '4px 8px',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    fontSize: '0.75rem',
  },
  '.cm-attribute-help': { fontSize: '0.8125rem' },
  // The details would cover the list; hovering over the attribute shows the same.
  '@media (width < 768px)': { '.cm-tooltip.cm-completionInfo': { display: 'none' } },
});

/** Completes attribute names, with their arguments, and resource names in arguments. */
const attributeCompletion: Extension = EditorState.languageData.of(() => [
  { autocomplete: completeAttribute },
]);

/**
 * Patterns for the code after an attribute, one per group in order: an attribute fits if its
 * group's pattern matches.
 */
const SUITS: readonly RegExp[] = [/Buffer|Texture|Sampler/, /\buniform\b/, /\bvoid\b|numthreads/];

/** The attributes that shaders use most, in this order, with the types that they apply to. */
const MOST_USED: readonly { readonly name: string; readonly takes: RegExp }[] = [
  { name: 'SLIDER', takes: /\bfloat\b/ },
  { name: 'TIME', takes: /\bfloat\b/ },
  { name: 'MOUSE_POSITION', takes: /\bfloat4\b/ },
  { name: 'BLACK_SCREEN', takes: /\b(?:RW|W)Texture2D\b/ },
];

/** How much of the code after an attribute to search, in UTF-16 units. */
const AHEAD = 200;

export function completeAttribute({
  state,
  pos,
  explicit,
}: CompletionContext): CompletionResult | null {
  const before = state.sliceDoc(Math.max(0, pos - REACH), pos);
  const argument = argumentPlace(before, pos);
  if (argument) {
    return completeResource(state.doc.toString(), pos, argument.attribute, argument.written);
  }
  const place = namePlace(before, pos);
  if (!place || (!explicit && !/[\w:[]$/.test(before))) return null;
  const after = state.sliceDoc(pos, pos + AHEAD);
  const hasArguments = /^[\w:]*\s*\(/.test(after);
  const ahead = after.slice(0, /[;{]/.exec(after)?.index ?? AHEAD);
  return {
    from: place.from,
    validFor: /^[\w:]*$/,
    options: ATTRIBUTE_GROUPS.flatMap(({ attributes }, group) =>
      attributes.map((attribute) => ({
        ...optionOf(attribute, place.isQualified ? '' : 'playground::', hasArguments),
        boost: boostOf(attribute, SUITS[group]?.test(ahead) ?? false, ahead),
      })),
    ),
  };
}

/**
 * Ranks fitting attributes first, the most used ones ahead, then the rest in the order of the
 * module.
 */
function boostOf({ name }: AttributeReference, suits: boolean, ahead: string): number {
  const at = MOST_USED.findIndex((used) => used.name === name && used.takes.test(ahead));
  const rank = suits && at >= 0 ? 10 - at : 0;
  return (suits ? 20 : 0) + rank - ATTRIBUTES.findIndex((each) => each.name === name) / 10;
}

function optionOf(
  attribute: AttributeReference,
  prefix: string,
  hasArguments: boolean,
): Completion {
  const label = prefix + attribute.name;
  const list = attribute.arguments.map(({ name }) => name).join(', ');
  const fields = attribute.arguments.map(({ sample }, index) =>
    sample.startsWith('"')
      ? `"\${${index + 1}:${sample.slice(1, -1)}}"`
      : `\${${index + 1}:${sample}}`,
  );
  const isCalled = fields.length > 0 && !hasArguments;
  return {
    label,
    type: 'property',
    ...(list !== '' && { detail: `(${list})` }),
    info: () => describeAttribute(attribute),
    ...(isCalled && { apply: snippet(`${label}(${fields.join(', ')})`) }),
  };
}

const DECLARATION =
  /\b(?<kind>(?:RW|W)?(?:(?:StructuredBuffer|ByteAddressBuffer|Texture\w+)))(?:\s*<[^;={}]{0,200}>)?\s+(?<name>\w+)\s*;/g;

/** Completes the resources that a call attribute may name. */
function completeResource(
  text: string,
  pos: number,
  { name: called }: AttributeReference,
  written: string,
): CompletionResult | null {
  if (!/^CALL(?:::SIZE_OF|_INDIRECT)$/.test(called) || !/^"\w*$/.test(written)) return null;
  const declared = [...text.matchAll(DECLARATION)].map(({ groups = {} }) => ({
    label: groups['name'] ?? '',
    detail: groups['kind'] ?? '',
  }));
  const imported = /^[ \t]*import rendering;/m.test(text)
    ? [{ label: 'outputTexture', detail: 'WTexture2D' }]
    : [];
  const isBuffer = ({ detail }: (typeof declared)[number]) => detail.includes('Buffer');
  const all = [...imported, ...declared];
  return {
    from: pos - written.length + 1,
    validFor: /^\w*$/,
    options: (called === 'CALL_INDIRECT' ? all.filter(isBuffer) : all).map((option) => ({
      ...option,
      type: 'variable',
    })),
  };
}

/** The editor's own help for the playground's attributes. It needs no language server. */
export const attributes: Extension = [
  completionList,
  attributeCompletion,
  attributeHover,
  argumentHelp,
  appearance,
  attributeAppearance,
];
