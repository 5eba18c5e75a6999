import { EditorView } from '@codemirror/view';
import { brief } from '#core/util/text.ts';
import { goTo } from './goTo.ts';
import type { Problem, RelatedPlace } from './problem.ts';

/** Squiggles, marks in the gutter and messages, in the page's colours. */
export const problemAppearance = EditorView.theme({
  '.cm-lintRange-error': { textDecorationColor: 'var(--danger)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warning)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--text-faint)' },
  '.cm-lintRange': {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--selection)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { display: 'flex', alignItems: 'center', padding: '0 2px' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%', content: 'normal' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--danger)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warning)', borderRadius: '0' },
  '.cm-lint-marker-info': { backgroundColor: 'var(--text-faint)' },
  '.cm-tooltip-lint': { maxWidth: '44em' },
  '.cm-tooltip-section:not(:first-child)': { borderTop: '1px solid var(--border)' },
  '.cm-diagnostic': { padding: '5px 10px' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--danger)' },
  '.cm-diagnostic-info': { borderLeft: '4px solid var(--border-strong)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warning)' },
  '.cm-problem-code': { color: 'var(--text-quiet)', fontSize: '0.75rem' },
  '.cm-problem-places': { margin: '4px 0 0', paddingLeft: '16px', color: 'var(--text-quiet)' },
  '.cm-problem-fixes': { display: 'flex', flexWrap: 'wrap', gap: '4px', margin: '6px 0 3px' },
  '.cm-problem-fix': {
    maxWidth: '100%',
    padding: '3px 8px',
    border: '1px solid var(--border)',
    borderRadius: '4px',
    background: 'var(--surface-control)',
    color: 'var(--text)',
    font: '0.75rem var(--font-ui)',
    overflowWrap: 'anywhere',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '.cm-problem-fix:hover': {
    borderColor: 'var(--border-strong)',
    backgroundColor: 'var(--surface-control-hover)',
  },
  '.cm-problem-fix:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-problem-place': {
    padding: '0',
    border: 'none',
    background: 'none',
    color: 'var(--accent)',
    font: 'inherit',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
});

/** The message with its code, places and fixes; `onFix` gets the label of the chosen fix. */
export function renderProblem(
  view: EditorView,
  { message, code, related, fixes }: Problem,
  onFix: (label: string) => void,
): HTMLElement {
  const root = element('div', 'cm-problem', brief(message));
  if (code !== '') root.append(' ', element('span', 'cm-problem-code', code));
  if (related.length > 0) {
    const list = element('ul', 'cm-problem-places', '');
    list.append(...related.map((place) => renderPlace(view, place)));
    root.append(list);
  }
  if (fixes.length > 0) {
    const row = element('div', 'cm-problem-fixes', '');
    row.append(...fixes.map(({ label }) => renderFix(label, () => onFix(label))));
    root.append(row);
  }
  return root;
}

function renderFix(label: string, onClick: () => void): HTMLElement {
  const button = element('button', 'cm-problem-fix', label);
  button.type = 'button';
  button.title = 'Quick fix (in the editor: Ctrl+. or Cmd+.)';
  button.onclick = onClick;
  return button;
}

function renderPlace(view: EditorView, place: RelatedPlace): Node {
  const item = element('li', '', `${brief(place.message)} `);
  const isHere = place.kind === 'here';
  const label = isHere ? `line ${view.state.doc.lineAt(place.at).number}` : place.label;
  const open = isHere ? () => goTo(view, place.at) : place.open;
  if (!open) {
    item.append(element('span', 'cm-problem-code', label));
    return item;
  }
  const button = element('button', 'cm-problem-place', label);
  button.type = 'button';
  button.onclick = () => open(view);
  item.append(button);
  return item;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text: string,
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}
