import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { appearance } from '#ui/editor/assistance/appearance.ts';
import { completionList } from '#ui/editor/completionList.ts';
import { argumentHelp } from './argumentHelp.ts';
import { attributeCompletion } from './completion.ts';
import { attributeHover } from './hover.ts';

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

/** The editor's own help for the playground's attributes. It needs no language server. */
export const attributes: Extension = [
  completionList,
  attributeCompletion,
  attributeHover,
  argumentHelp,
  appearance,
  attributeAppearance,
];
