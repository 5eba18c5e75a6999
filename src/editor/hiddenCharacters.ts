import type { Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars } from '@codemirror/view';
import { codePointName, HIDDEN_CHARACTERS } from '#shared/hiddenCharacters.ts';

/** What the most common of them do; the others have their number alone. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'null character',
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero-width space',
  8204: 'zero-width non-joiner',
  8205: 'zero-width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'end of text direction',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'end of isolate',
  12644: 'Hangul filler',
  65279: 'byte order mark',
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

/** Shows a box with its number, such as `U+202E`, for each character that would not be seen. */
export const hiddenCharacters: Extension = [
  highlightSpecialChars({ specialChars: HIDDEN_CHARACTERS, render: createPlaceholder }),
  appearance,
];

function createPlaceholder(codePoint: number): HTMLElement {
  const name = NAMES[codePoint] ?? 'invisible character';
  const box = document.createElement('span');
  box.className = 'cm-hiddenCharacter';
  box.textContent = codePointName(codePoint);
  box.title = `Invisible: ${name} (${codePointName(codePoint)})`;
  box.role = 'img';
  box.ariaLabel = box.title;
  return box;
}
