import { brief } from '#core/util/text.ts';
import { button, element } from './elements.ts';
import { countPlaces, createPlaceList } from './placeList.ts';
import { byFile } from './projectText.ts';
import type { References } from './references.ts';
import { whyNoName } from './rename.ts';

export interface RenameDialogEvents {
  /** Renames, or returns why that is impossible. The dialog closes itself after a success. */
  rename(newName: string): Promise<string | null>;
  onClose(): void;
}

export interface RenameDialog {
  readonly dom: HTMLDialogElement;
  open(): void;
  progress(done: number, total: number): void;
  /** The search has found the places. */
  found(references: References): void;
  /** The symbol cannot be renamed. */
  refuse(reason: string): void;
}

/** A dialog that asks for the new name while the places are searched. */
export function createRenameDialog(name: string, events: RenameDialogEvents): RenameDialog {
  const { dom, form, field, submit, problem, status, results } = createParts(name);
  let references: References | null = null;
  let leave: HTMLInputElement | null = null;
  /** What the user waits for. */
  let pending: 'nothing' | 'places' | 'rename' = 'nothing';
  const whyNot = () => whyNoName(field.value, name);
  const isReady = () => references !== null && pending !== 'rename' && (leave?.checked ?? true);
  const update = () =>
    submit.setAttribute('aria-disabled', String(!isReady() || whyNot() !== null));
  const rename = async () => {
    pending = 'rename';
    update();
    const reason = await events.rename(field.value);
    pending = 'nothing';
    if (reason === null) return dom.close();
    problem.textContent = reason;
    update();
  };
  field.oninput = () => {
    pending = 'nothing';
    problem.textContent = field.value === name ? '' : whyNot();
    update();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    problem.textContent = whyNot();
    if (problem.textContent !== '') return;
    if (isReady()) void rename();
    else if (references === null) pending = 'places';
  };
  dom.addEventListener('close', () => {
    dom.remove();
    events.onClose();
  });
  update();
  return {
    dom,
    open() {
      dom.showModal();
      field.select();
    },
    progress(done, total) {
      status.textContent = `Checked ${done} of ${total} places…`;
    },
    found(found) {
      references = found;
      status.textContent = summaryOf(found);
      results.replaceChildren(createPlaceList('Places', found.places));
      if (found.unconfirmed.length > 0) {
        leave = createBox(update);
        results.prepend(
          element('p', '', unconfirmedText(found)),
          createPlaceList('Unconfirmed places', found.unconfirmed),
          element('label', 'cm-rename-leave', leave, 'Leave these places unchanged'),
        );
      }
      update();
      if (pending === 'places' && isReady()) void rename();
    },
    refuse(reason) {
      status.textContent = '';
      problem.textContent = reason;
      field.disabled = true;
      submit.remove();
      dom.querySelector('button')?.focus();
    },
  };
}

function createParts(name: string) {
  const field = createField(name);
  const status = element('p', '', 'Looking for the places of this name…');
  status.setAttribute('role', 'status');
  const problem = element('p', '');
  problem.setAttribute('role', 'alert');
  const results = element('div', 'cm-rename-results');
  const submit = button('Rename', () => {});
  submit.type = 'submit';
  const cancel = button('Cancel', () => dom.close());
  const form = element(
    'form',
    '',
    element('h2', '', 'Rename symbol'),
    element('label', '', 'New name', field),
    problem,
    status,
    results,
    element('footer', '', cancel, submit),
  );
  const dom = element('dialog', 'cm-rename', form);
  dom.setAttribute('aria-label', 'Rename symbol');
  return { dom, form, field, submit, problem, status, results };
}

function createBox(onChange: () => void): HTMLInputElement {
  const box = element('input', '');
  box.type = 'checkbox';
  box.onchange = onChange;
  return box;
}

function createField(name: string): HTMLInputElement {
  const field = element('input', '');
  field.type = 'text';
  field.value = name;
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.maxLength = 200;
  return field;
}

function summaryOf({ name, places, others }: References): string {
  const files = byFile(places).length;
  const where =
    files > 1 ? `${countPlaces(places.length)} in ${files} files` : countPlaces(places.length);
  const rest =
    others > 0
      ? ` ${countPlaces(others)} of the same name ${others === 1 ? 'belongs' : 'belong'} to other symbols.`
      : '';
  return `“${brief(name, 40)}” has ${where}.${rest}`;
}

function unconfirmedText({ unconfirmed }: References): string {
  return `${countPlaces(unconfirmed.length)} could not be confirmed. Rename there by hand afterwards if it is the same symbol.`;
}
