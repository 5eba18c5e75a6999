import { EditorView } from '@codemirror/view';

/** Values, marked lines and breakpoints in the page's colours, each of which can be read. */
export const appearance = EditorView.theme({
  '.cm-trace': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.75em',
    maxWidth: 'min(64ch, 75vw)',
    marginLeft: '2.5ch',
    color: 'var(--text-quiet)',
    verticalAlign: 'bottom',
    whiteSpace: 'pre',
    userSelect: 'none',
    cursor: 'text',
  },
  '.cm-trace-values': {
    padding: '0 0.5ch',
    borderRadius: '3px',
    backgroundColor: 'var(--surface-raised)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-trace-name': { color: 'var(--code-variable)' },
  '.cm-trace-non-finite': { color: 'var(--danger)', fontWeight: '600' },
  '.cm-trace-count': { color: 'var(--text-faint)', fontSize: '0.9em' },
  '.cm-trace-swatch': {
    display: 'inline-block',
    width: '0.75em',
    height: '0.75em',
    marginRight: '0.4ch',
    border: '1px solid var(--border-strong)',
    borderRadius: '2px',
    verticalAlign: '-1px',
    forcedColorAdjust: 'none',
  },
  '.cm-not-executed, .cm-not-executed *': { color: 'var(--text-faint) !important' },
  '.cm-line.cm-debugger-line': {
    backgroundColor: 'var(--match)',
    boxShadow: 'inset 3px 0 var(--warning)',
  },
  '.cm-debugger-line .cm-trace': { color: 'var(--text)' },
  '.cm-trace-unseen': {
    textDecoration: 'underline dotted var(--text-faint)',
    textUnderlineOffset: '3px',
  },
  '&.cm-debugger-dated .cm-trace': { color: 'var(--text-faint)', fontStyle: 'italic' },
  '&.cm-debugger-dated .cm-trace-values': { backgroundColor: 'transparent' },
  '&.cm-debugger-dated .cm-trace-name, &.cm-debugger-dated .cm-trace-non-finite': {
    color: 'inherit',
  },
  '&.cm-debugger-dated .cm-trace-swatch': { opacity: '0.5' },
  '&.cm-debugger-dated .cm-line.cm-debugger-line': {
    backgroundColor: 'transparent',
    boxShadow: 'inset 3px 0 var(--border-strong)',
  },
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-lineNumbers .cm-gutterElement:hover': { color: 'var(--danger)' },
  // A tag that takes the padding of its line number.
  '.cm-breakpoint': {
    display: 'block',
    margin: '0 -2px 0 -4px',
    padding: '0 2px 0 4px',
    borderRadius: '3px',
    backgroundColor: 'var(--danger)',
    color: 'var(--surface)',
    forcedColorAdjust: 'none',
  },
  // Outlined: it holds only sometimes.
  '.cm-breakpoint-if': {
    backgroundColor: 'var(--surface)',
    color: 'var(--danger)',
    boxShadow: 'inset 0 0 0 1.5px var(--danger)',
  },
  '.cm-breakpoint-condition': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '6px',
    boxSizing: 'border-box',
    width: 'min(28em, 86vw)',
    padding: '8px',
  },
  '.cm-breakpoint-condition input': {
    minWidth: '0',
    padding: '4px 6px',
    border: '1px solid var(--border-strong)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    font: '0.8125rem var(--font-code)',
  },
  '.cm-breakpoint-condition input::placeholder': { color: 'var(--text-faint)', opacity: '1' },
  '.cm-breakpoint-condition button': {
    padding: '4px 10px',
    border: '1px solid var(--border)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface-control)',
    color: 'var(--text)',
    font: '0.75rem var(--font-ui)',
    cursor: 'pointer',
  },
  '.cm-breakpoint-condition :focus-visible': { outline: '2px solid var(--accent)' },
  '.cm-breakpoint-condition p': {
    gridColumn: '1 / -1',
    margin: '0',
    color: 'var(--danger)',
    fontSize: '0.8125rem',
  },
  '.cm-breakpoint-condition p:empty': { display: 'none' },
  // Below the line, since behind it they would be out of sight.
  '@media (width < 768px)': {
    '.cm-trace': {
      display: 'flex',
      width: 'max-content',
      maxWidth: 'calc(100vw - 6rem)',
      marginLeft: '4ch',
    },
  },
  '@media (pointer: coarse)': {
    '.cm-breakpoint-condition input, .cm-breakpoint-condition button': { padding: '10px' },
  },
  '@media (forced-colors: active)': {
    '.cm-not-executed, .cm-not-executed *': { color: 'GrayText !important' },
    '.cm-line.cm-debugger-line': { outline: '1px solid Highlight' },
  },
});
