import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';

/** Takes the condition, null if there is to be none; the answer says what is wrong with it. */
type TakeCondition = (line: number, condition: string | null) => string | null;

interface EditedCondition {
  readonly line: number;
  readonly position: number;
  readonly text: string;
}

const setEdited = StateEffect.define<EditedCondition | null>();

/** Opens the dialog for a line's breakpoint. */
export function editCondition(view: EditorView, line: number, text: string): void {
  const position = view.state.doc.line(line).from;
  const effects = [
    setEdited.of({ line, position, text }),
    EditorView.scrollIntoView(position, { yMargin: 80 }),
  ];
  view.dispatch({ effects });
}

/** A small dialog below a line, in which one enters the condition of its breakpoint. */
export function conditionDialog(take: TakeCondition): Extension {
  const create = (edited: EditedCondition) => (view: EditorView) =>
    createDialog(edited, take, (isFocusWanted) => {
      // Removing the dialog takes the focus from it, which closes it once more.
      if (!view.state.field(field, false)) return;
      view.dispatch({ effects: setEdited.of(null) });
      if (isFocusWanted) view.focus();
    });
  const field = StateField.define<Tooltip | null>({
    create: () => null,
    update(tooltip, { effects, docChanged }) {
      const newest = effects.findLast((effect) => effect.is(setEdited));
      // After an edit, it may be another line.
      if (!newest) return docChanged ? null : tooltip;
      const edited = newest.value;
      return edited && { pos: edited.position, above: false, create: create(edited) };
    },
    provide: (self) => showTooltip.from(self),
  });
  return field;
}

function createDialog(
  { line, text }: EditedCondition,
  take: TakeCondition,
  close: (isFocusWanted: boolean) => void,
): TooltipView {
  const dom = document.createElement('form');
  dom.className = 'cm-breakpoint-condition';
  dom.setAttribute('role', 'dialog');
  dom.ariaLabel = `Condition of the breakpoint on line ${line}`;
  const input = createInput(text);
  const problem = document.createElement('p');
  problem.setAttribute('role', 'alert');
  const save = document.createElement('button');
  save.textContent = 'Save';
  dom.append(input, save, problem);
  dom.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = take(line, input.value.trim() || null);
    if (wrong === null) return close(true);
    problem.textContent = wrong;
    input.ariaInvalid = 'true';
  });
  dom.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(true);
    // Keys of the page, such as F5, still work.
    else if (event.key.length > 1) return;
    event.stopPropagation();
  });
  dom.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && dom.contains(relatedTarget))) close(false);
  });
  const mount = () => {
    input.focus({ preventScroll: true });
    input.select();
  };
  return { dom, mount };
}

function createInput(text: string): HTMLInputElement {
  const input = document.createElement('input');
  input.value = text;
  input.placeholder = 'k > 3 && d < 0.1';
  input.spellcheck = false;
  input.autocomplete = 'off';
  input.ariaLabel = 'Condition';
  return input;
}
