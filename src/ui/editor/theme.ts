import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours come from the page's design tokens, so that editors follow the theme automatically. */
const appearance = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', fontSize: '0.8125rem', lineHeight: '1.55' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-faint)',
    border: 'none',
    paddingLeft: '4px',
  },
  // Show the arrows of unfolded blocks only when the editor has the focus or the pointer is on the
  // gutter.
  '.cm-foldGutter [title="Fold line"]': { opacity: '0' },
  '&.cm-focused .cm-foldGutter [title], .cm-gutters:hover [title]': { opacity: '1' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-activeLine': { backgroundColor: 'var(--active-line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--selection)',
    outline: '1px solid var(--border-strong)',
  },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--surface-control)',
    backgroundImage: 'none',
    borderColor: 'var(--border)',
    color: 'var(--text)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--match)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)' },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    boxShadow: '0 4px 16px var(--shadow)',
  },
  // The system colours would make these marks invisible.
  '@media (forced-colors: active)': {
    '.cm-selectionBackground': {
      background: 'Highlight !important',
      opacity: '0.4',
      forcedColorAdjust: 'none',
    },
    '.cm-searchMatch, .cm-matchingBracket': { outline: '1px solid Highlight' },
    '.cm-tooltip li[aria-selected="true"], .cm-panel li[aria-selected="true"]': {
      outline: '2px solid Highlight',
      outlineOffset: '-2px',
    },
  },
  '.cm-panels': { backgroundColor: 'var(--surface-raised)', color: 'var(--text)' },
});

const { function: called, standard, variableName } = tags;

/** Plain variables, operators and punctuation keep the text's colour. */
export const codeHighlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.typeName, tags.namespace], color: 'var(--code-type)' },
  {
    tag: [called(variableName), called(standard(variableName)), called(tags.propertyName)],
    color: 'var(--code-function)',
  },
  { tag: [standard(variableName), tags.labelName], color: 'var(--code-variable)' },
  { tag: [tags.attributeName, tags.attributeValue], color: 'var(--code-meta)' },
  { tag: [tags.processingInstruction, tags.macroName], color: 'var(--code-preprocessor)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.escape], color: 'var(--code-number)' },
  { tag: [tags.string, tags.character], color: 'var(--code-string)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.docComment, color: 'var(--code-doc)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);

/**
 * Reports exceptions that CodeMirror catches to the page, like all other errors. All editors use
 * this.
 */
const errorsOfPlugins = EditorView.exceptionSink.of((thrown) => reportError(thrown));

export const codeTheme: Extension = [
  appearance,
  syntaxHighlighting(codeHighlight),
  errorsOfPlugins,
];
