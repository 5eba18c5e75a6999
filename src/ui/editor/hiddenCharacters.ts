import type { Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars } from '@codemirror/view';
import { codePointName, HIDDEN_CHARACTERS } from '#core/util/hiddenCharacters.ts';
import { ownValue } from '#core/util/ownValue.ts';

/** Descriptions of the most common characters; the others show only their code point. */
const NAMES: Readonly<Record<string, string>> = {
  'U+0000': 'null character',
  'U+00AD': 'soft hyphen',
  'U+061C': 'Arabic letter mark',
  'U+200B': 'zero-width space',
  'U+200C': 'zero-width non-joiner',
  'U+200D': 'zero-width joiner',
  'U+200E': 'left-to-right mark',
  'U+200F': 'right-to-left mark',
  'U+2028': 'line separator',
  'U+2029': 'paragraph separator',
  'U+202A': 'left-to-right embedding',
  'U+202B': 'right-to-left embedding',
  'U+202C': 'end of text direction',
  'U+202D': 'left-to-right override',
  'U+202E': 'right-to-left override',
  'U+2060': 'word joiner',
  'U+2066': 'left-to-right isolate',
  'U+2067': 'right-to-left isolate',
  'U+2068': 'first strong isolate',
  'U+2069': 'end of isolate',
  'U+3164': 'Hangul filler',
  'U+FEFF': 'byte order mark',
};

const appearance = EditorView.theme({
  '.cm-hiddenCharacter': {
    margin: '0 1px',
    padding: '0 3px',
    border: '1px solid var(--warning)',
    borderRadius: '3px',
    color: 'var(--warning)',
    fontSize: '0.8em',
  },
});

/** Shows each invisible character as a box with its code point, such as `U+202E`. */
export const hiddenCharacters: Extension = [
  highlightSpecialChars({ specialChars: HIDDEN_CHARACTERS, render: createPlaceholder }),
  appearance,
];

function createPlaceholder(codePoint: number): HTMLElement {
  const number = codePointName(codePoint);
  const box = document.createElement('span');
  box.className = 'cm-hiddenCharacter';
  box.textContent = number;
  box.title = `Invisible: ${ownValue(NAMES, number) ?? 'a character'} (${number})`;
  box.role = 'img';
  box.ariaLabel = box.title;
  return box;
}
