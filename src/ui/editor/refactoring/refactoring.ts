import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, type Panel, showPanel } from '@codemirror/view';
import type { DocumentSymbol, DocumentSymbolParams } from 'vscode-languageserver-protocol';
import { brief } from '#core/util/text.ts';
import { flatten } from '#ui/editor/assistance/outline.ts';
import { offsetIn } from '#ui/editor/assistance/protocolPlaces.ts';
import { createSymbolList, type OutlineEntry } from '#ui/editor/assistance/symbolList.ts';
import { isReservedWord } from '#ui/editor/grammars/slang.ts';
import { showNote } from '#ui/editor/note.ts';
import { addAppearance } from './appearance.ts';
import { findAllReferences } from './findAllReferences.ts';
import type { Meaning } from './meaning.ts';
import { button, countPlaces, createPlaceList, element } from './placeList.ts';
import { byFile, keyOf, type NamePlace, type ProjectText, wordStarts } from './projectText.ts';
import { findReferences, type References, type Refusal } from './references.ts';
import { checkConflicts, renameEdits, whyNoName } from './rename.ts';
import {
  beginAtName,
  meaningsOfSession,
  NOT_RUNNING,
  nameAtCursor,
  openSession,
  type Session,
} from './session.ts';

interface ProjectSymbol extends OutlineEntry {
  readonly file: ProjectText;
}

interface Shown {
  readonly session: Session;
  readonly symbols: readonly ProjectSymbol[];
}

const setShown = StateEffect.define<Shown | null>();

const shownField = StateField.define<Shown | null>({
  create: () => null,
  update(shown, { effects }) {
    const newest = effects.findLast((effect) => effect.is(setShown));
    return newest ? newest.value : shown;
  },
  provide: (field) =>
    showPanel.from(field, (shown) => shown && ((view) => createPanel(view, shown))),
});

/** Shows a searchable list of the symbols of all files. */
async function goToSymbolInProject(view: EditorView): Promise<void> {
  const session = openSession(view);
  if (!session) return showNote(view, NOT_RUNNING);
  const { plugin, texts } = session;
  const lists = await Promise.all(
    texts.map(async (file) => {
      const symbols = await plugin.client.request<DocumentSymbolParams, DocumentSymbol[] | null>(
        'textDocument/documentSymbol',
        { textDocument: { uri: file.uri } },
      );
      return flatten(symbols ?? [], 0).map((entry) => ({
        ...entry,
        file,
        ...(texts.length > 1 && { path: file.path }),
      }));
    }),
  );
  const shown = { session, symbols: lists.flat() };
  const isNew = view.state.field(shownField, false) === undefined;
  view.dispatch({
    effects: isNew ? StateEffect.appendConfig.of(shownField.init(() => shown)) : setShown.of(shown),
  });
}

function createPanel(view: EditorView, { session, symbols }: Shown): Panel {
  const close = () => {
    view.dispatch({ effects: setShown.of(null) });
    view.focus();
  };
  const list = createSymbolList(symbols, {
    onClose: close,
    onChoose({ file, position }) {
      close();
      session.project.open(file.id, offsetIn(file.doc, position));
    },
  });
  return { dom: list.dom, top: true, mount: list.focus };
}

/** In a file with more occurrences, only those around the cursor are marked. */
const MOST = 200;

/** Maximum number of requests at a time, so that the server can answer others in between. */
const AT_ONCE = 4;

/**
 * The occurrences of the symbol at the cursor in its file. Empty if there is only one; null if the
 * search was aborted or the text has changed.
 */
async function occurrencesAtCursor(
  view: EditorView,
  signal: AbortSignal,
): Promise<readonly NamePlace[] | null> {
  const session = openSession(view);
  const at = session && nameAtCursor(session);
  if (!session || !at) return [];
  // Marking every `float` would not help.
  if (isReservedWord(at.file.doc.sliceString(at.from, at.to))) return [];
  const places = placesOfWord(at);
  if (places.length < 2) return [];
  // With only this text, symbols of other files count as built-in, which is good enough here.
  const meanings = meaningsOfSession({ ...session, texts: [at.file] });
  const found: NamePlace[] = [];
  try {
    const own = await meanings.of(at);
    if (own.kind !== 'symbol' && own.kind !== 'built-in') return [];
    for (let next = 0; next < places.length; next += AT_ONCE) {
      if (signal.aborted) return null;
      const some = places.slice(next, next + AT_ONCE);
      const answers = await Promise.all(some.map((place) => meanings.of(place)));
      found.push(...some.filter((_, index) => sameMeaning(own, answers[index])));
    }
  } finally {
    meanings.dispose();
  }
  if (view.state.doc !== at.file.doc) return null;
  return found.length > 1 ? found : [];
}

function sameMeaning(one: Meaning, other: Meaning | undefined): boolean {
  if (one.kind === 'symbol') return other?.kind === 'symbol' && keyOf(one) === keyOf(other);
  if (one.kind !== 'built-in' || other?.kind !== 'built-in') return false;
  const { line, character } = one.position;
  return (
    one.uri === other.uri && line === other.position.line && character === other.position.character
  );
}

/** The occurrences of the same word, at most {@link MOST} around the cursor. */
function placesOfWord({ file, from, to }: NamePlace): readonly NamePlace[] {
  const all = wordStarts(file.doc.toString(), file.doc.sliceString(from, to));
  const index = all.indexOf(from);
  const start = Math.max(Math.min(index - MOST / 2, all.length - MOST), 0);
  const shown = all.slice(start, start + MOST);
  return shown.map((each) => ({ file, from: each, to: each + to - from }));
}

/** The commands; their code loads when one of them is first used. */
export const refactoring = {
  findAllReferences,
  goToSymbolInProject,
  occurrencesAtCursor,
  renameSymbol,
};

/** Asks for a new name and renames the symbol at the cursor in all files. */
async function renameSymbol(view: EditorView): Promise<void> {
  const begun = beginAtName(view);
  if (!begun) return;
  const { session, at } = begun;
  const name = at.file.doc.sliceString(at.from, at.to);
  const meanings = meaningsOfSession(session);
  const stop = new AbortController();
  const search = { signal: stop.signal };
  const finding = findReferences(meanings, at, {
    ...search,
    onProgress: (done, total) => dialog.progress(done, total),
  });
  const dialog = createRenameDialog(name, {
    async rename(newName) {
      const found = await finding;
      if (!found.ok) return refusalOf(found.error);
      const conflict = await checkConflicts(meanings, found.value, newName, search);
      if (!conflict.ok) return conflict.error;
      const label = `Rename ${name} to ${newName}`;
      const isDone =
        session.isCurrent() && session.project.applyEdits(renameEdits(found.value, newName), label);
      return isDone
        ? null
        : 'The text has changed in the meantime. Close this dialog and rename again.';
    },
    onClose() {
      stop.abort();
      meanings.dispose();
      view.focus();
    },
  });
  addAppearance(view);
  view.dom.append(dialog.dom);
  dialog.open();
  try {
    const found = await finding;
    if (found.ok) dialog.found(found.value);
    else dialog.refuse(refusalOf(found.error));
  } catch (thrown) {
    if (!stop.signal.aborted) throw thrown;
  }
}

function refusalOf({ reason, forRename }: Refusal): string {
  return forRename === null ? reason : `${reason} ${forRename}`;
}

interface RenameDialogEvents {
  /** Renames, or returns why that is impossible. The dialog closes after a success. */
  rename(newName: string): Promise<string | null>;
  onClose(): void;
}

/** A dialog that asks for the new name during the search for references. */
function createRenameDialog(name: string, events: RenameDialogEvents) {
  const { dom, form, field, submit, problem, status, results } = createParts(name);
  let references: References | null = null;
  let leave: HTMLInputElement | null = null;
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
    progress(done: number, total: number) {
      status.textContent = `Checked ${done} of ${total} places…`;
    },
    found(found: References) {
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
    refuse(reason: string) {
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
