import { StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const appearance = EditorView.theme({
  '.cm-references': {
    display: 'flex',
    flexDirection: 'column',
    maxHeight: 'clamp(8rem, 40vh, 20rem)',
  },
  '.cm-references-note': { margin: '0', padding: '4px 14px 8px', fontSize: '0.8125rem' },
  '.cm-places': {
    flex: '1',
    minHeight: '0',
    margin: '0',
    padding: '0 6px 6px',
    overflow: 'auto',
    listStyle: 'none',
    fontSize: '0.8125rem',
  },
  '.cm-places-file': { padding: '4px 8px', color: 'var(--text-quiet)', fontSize: '0.75rem' },
  '.cm-place': {
    display: 'flex',
    gap: '12px',
    boxSizing: 'border-box',
    width: '100%',
    padding: '2px 8px',
    border: 'none',
    borderRadius: '4px',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
  },
  'button.cm-place': { cursor: 'pointer' },
  'button.cm-place:hover, button.cm-place:focus': { backgroundColor: 'var(--selection)' },
  '.cm-place code': {
    overflow: 'hidden',
    fontFamily: 'var(--font-code)',
    whiteSpace: 'pre',
    textOverflow: 'ellipsis',
  },
  '.cm-place strong': { color: 'var(--accent)' },
  '.cm-place-line': {
    flex: 'none',
    minWidth: '2.5em',
    color: 'var(--text-faint)',
    fontFamily: 'var(--font-code)',
    textAlign: 'right',
  },
  '.cm-rename': {
    boxSizing: 'border-box',
    width: 'min(38rem, 100vw - 24px)',
    maxHeight: 'min(40rem, 100dvh - 24px)',
    padding: '16px 20px',
    border: '1px solid var(--border)',
    borderRadius: '12px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    font: '0.875rem var(--font-ui)',
    boxShadow: '0 24px 64px var(--shadow)',
  },
  '.cm-rename::backdrop': { background: 'light-dark(#22252b66, #000000a6)' },
  '.cm-rename[open]': { display: 'flex', flexDirection: 'column', gap: '12px' },
  '.cm-rename form, .cm-rename-results': { display: 'contents' },
  '.cm-rename h2': { margin: '0', fontSize: '1.125rem', fontWeight: '600' },
  '.cm-rename label': { display: 'flex', flexDirection: 'column', gap: '4px' },
  '.cm-rename label.cm-rename-leave': { flexDirection: 'row', alignItems: 'center', gap: '8px' },
  '.cm-rename input[type=text]': {
    padding: '6px 8px',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-control)',
    color: 'var(--text)',
    font: '0.875rem var(--font-code)',
  },
  '.cm-rename p': { margin: '0', overflowWrap: 'anywhere' },
  '.cm-rename p[role=alert]': { color: 'var(--danger)' },
  '.cm-rename p:empty': { display: 'none' },
  '.cm-rename .cm-places': { padding: '0', borderTop: '1px solid var(--border-faint)' },
  '.cm-rename footer': { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
  '.cm-refactoring-button': {
    minHeight: 'var(--control-height)',
    padding: '0 12px',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-control)',
    color: 'var(--text)',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-refactoring-button[type=submit]': {
    borderColor: 'var(--accent)',
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-text)',
    fontWeight: '600',
  },
  '.cm-refactoring-button[aria-disabled=true]': {
    borderColor: 'var(--border)',
    backgroundColor: 'var(--surface-control)',
    color: 'var(--text-faint)',
    cursor: 'not-allowed',
  },
});

const added = StateField.define<true>({
  create: () => true,
  update: (is) => is,
  provide: () => appearance,
});

/** Adds the appearance, which loads with the first command, to the visible file. */
export function addAppearance(view: EditorView): void {
  if (view.state.field(added, false) !== undefined) return;
  view.dispatch({ effects: StateEffect.appendConfig.of(added) });
}
