import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  selectNextOccurrence,
  selectSelectionMatches,
} from '@codemirror/search';
import { StateEffect, StateField, type Text } from '@codemirror/state';
import { EditorView, type KeyBinding, type Panel, showPanel } from '@codemirror/view';

/**
 * A line number, a relative number of lines, or a percentage of the text, with an optional column.
 */
const PLACE = /^(?<sign>[+-]?)(?<count>\d+)(?<percent>%?)(?::(?<column>\d+))?$/;

const setOpen = StateEffect.define<boolean>();

const openField = StateField.define<boolean>({
  create: () => false,
  update: (isOpen, { effects }) =>
    effects.findLast((effect) => effect.is(setOpen))?.value ?? isOpen,
  provide: (field) => showPanel.from(field, (isOpen) => (isOpen ? createPanel : null)),
});

/**
 * Asks for a line and goes there. CodeMirror's own dialog throws if the view gets another state
 * while the dialog is open, and uses the text from when it was opened.
 */
export function goToLine(view: EditorView): boolean {
  const isOpen = view.state.field(openField, false);
  if (isOpen) inputIn(view)?.select();
  else if (isOpen === false) view.dispatch({ effects: setOpen.of(true) });
  else view.dispatch({ effects: StateEffect.appendConfig.of(openField.init(() => true)) });
  return true;
}

/**
 * The offset that the input leads to, limited to the text; null if the input names no place.
 *
 * @param from the offset that relative line numbers count from
 */
export function placeOfLine(doc: Text, from: number, entered: string): number | null {
  const { sign, count, percent, column } = PLACE.exec(entered.trim())?.groups ?? {};
  if (count === undefined) return null;
  const amount = percent ? Math.round((Number(count) / 100) * doc.lines) : Number(count);
  const start = sign ? doc.lineAt(from).number : 0;
  const number = start + (sign === '-' ? -amount : amount);
  const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
  return Math.min(line.from + Number(column ?? 0), line.to);
}

function createPanel(view: EditorView): Panel {
  const dom = document.createElement('form');
  dom.className = 'cm-dialog cm-go-to-line';
  const input = createInput();
  input.value = `${view.state.doc.lineAt(view.state.selection.main.head).number}`;
  const label = document.createElement('label');
  label.append('Go to line: ', input);
  const go = createButton('Go', 'cm-button');
  const cancel = createButton('×', 'cm-dialog-close');
  cancel.type = 'button';
  cancel.ariaLabel = 'Close';
  cancel.onclick = () => close(view);
  dom.append(label, ' ', go, cancel);
  dom.addEventListener('submit', (event) => {
    event.preventDefault();
    const { doc, selection } = view.state;
    const place = placeOfLine(doc, selection.main.head, input.value);
    if (place === null) return;
    view.dispatch({
      selection: { anchor: place },
      effects: EditorView.scrollIntoView(place, { y: 'center' }),
    });
    close(view);
  });
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close(view);
  });
  return { dom, mount: () => input.select() };
}

function createInput(): HTMLInputElement {
  const input = document.createElement('input');
  input.className = 'cm-textfield';
  input.autocomplete = 'off';
  input.required = true;
  // The browser tests the pattern against the whole value, and shows the title if it does not
  // match.
  input.pattern = '[+\\-]?\\d+%?(:\\d+)?';
  input.title = 'A line such as 12, +3, 50% or 12:5';
  return input;
}

function createButton(text: string, className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = text;
  button.className = className;
  return button;
}

function close(view: EditorView): void {
  view.dispatch({ effects: setOpen.of(false) });
  view.focus();
}

const inputIn = (view: EditorView) =>
  view.dom.querySelector<HTMLInputElement>(':scope > .cm-panels .cm-go-to-line input');

/** The keys work in the text and in the search panel. */
const scope = 'editor search-panel';
const next = { run: findNext, shift: findPrevious, scope, preventDefault: true };

/** Search keys for views that may use line numbers of their own. */
export const searchKeys: readonly KeyBinding[] = [
  { key: 'Mod-f', run: openSearchPanel, scope },
  { key: 'F3', ...next },
  { key: 'Mod-g', ...next },
  { key: 'Escape', run: closeSearchPanel, scope },
  { key: 'Mod-Shift-l', run: selectSelectionMatches },
  { key: 'Mod-d', run: selectNextOccurrence, preventDefault: true },
];

/** Search keys for views whose line numbers are those of the text; they include Go to line. */
export const searchAndLineKeys: readonly KeyBinding[] = [
  ...searchKeys,
  { key: 'Mod-Alt-g', run: goToLine },
];
