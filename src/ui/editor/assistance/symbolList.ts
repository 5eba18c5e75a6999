import type { Position } from 'vscode-languageserver-protocol';

export interface OutlineEntry {
  readonly name: string;
  /** LSP's symbol kind. */
  readonly kind: number;
  /** The number of enclosing symbols. */
  readonly depth: number;
  readonly position: Position;
  /** The path of the symbol's file, in a list that covers several files. */
  readonly path?: string;
  /** Elements that features show beside the name. */
  readonly notes?: readonly HTMLElement[];
}

interface SymbolListEvents<Entry> {
  onChoose(entry: Entry): void;
  onClose(): void;
}

interface SymbolList {
  readonly dom: HTMLElement;
  focus(): void;
}

const KINDS: Readonly<Record<number, string>> = {
  3: 'namespace',
  5: 'class',
  6: 'method',
  7: 'property',
  8: 'field',
  9: 'constructor',
  10: 'enum',
  11: 'interface',
  12: 'function',
  13: 'variable',
  14: 'constant',
  22: 'enum member',
  23: 'struct',
  26: 'type',
};

/**
 * A filter field and the entries whose names match it. Arrow keys select an entry, Enter opens it.
 */
export function createSymbolList<Entry extends OutlineEntry>(
  entries: readonly Entry[],
  events: SymbolListEvents<Entry>,
): SymbolList {
  const dom = document.createElement('div');
  dom.className = 'cm-outline';
  const field = createField();
  const list = document.createElement('ul');
  list.id = LIST_ID;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Symbols');
  dom.append(field, list);

  let shown: readonly Entry[] = [];
  let chosen = 0;
  const choose = (index: number) => {
    chosen = Math.min(Math.max(index, 0), shown.length - 1);
    [...list.children].forEach((option, each) => {
      option.setAttribute('aria-selected', String(each === chosen));
    });
    const option = list.children[chosen];
    option?.scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', option?.id ?? '');
  };
  const filter = () => {
    const wanted = field.value.trim().toLowerCase();
    shown = wanted === '' ? entries : findNames(entries, wanted);
    const options = shown.map((entry, index) =>
      createOption(entry, index, wanted === '' ? entry.depth : 0, () => events.onChoose(entry)),
    );
    list.replaceChildren(...(options.length > 0 ? options : [createEmptyNote(entries.length)]));
    choose(0);
  };
  field.oninput = filter;
  field.onkeydown = (event) => {
    const entry = shown[chosen];
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Escape') events.onClose();
    else if (event.key === 'Enter' && entry) events.onChoose(entry);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  filter();
  return { dom, focus: () => field.focus() };
}

/** Entries whose names contain the letters in this order; the best matches first. */
function findNames<Entry extends OutlineEntry>(entries: readonly Entry[], wanted: string): Entry[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry.name.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ entry }) => entry);
}

/**
 * 0 if the name begins with the letters, 1 if it contains them contiguously, 2 if apart, or null.
 */
function rankOf(name: string, wanted: string): number | null {
  if (name.includes(wanted)) return name.startsWith(wanted) ? 0 : 1;
  let at = -1;
  for (const letter of wanted) {
    at = name.indexOf(letter, at + 1);
    if (at < 0) return null;
  }
  return 2;
}

const LIST_ID = 'source-symbols';

function createField(): HTMLInputElement {
  const field = document.createElement('input');
  field.type = 'text';
  field.placeholder = 'Go to symbol';
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-label', 'Go to symbol');
  field.setAttribute('aria-expanded', 'true');
  field.setAttribute('aria-controls', LIST_ID);
  return field;
}

function createOption(
  { name, kind, position, path, notes = [] }: OutlineEntry,
  index: number,
  depth: number,
  onClick: () => void,
): HTMLElement {
  const option = document.createElement('li');
  option.id = `${LIST_ID}-${index}`;
  option.setAttribute('role', 'option');
  option.style.paddingLeft = `${12 + 16 * depth}px`;
  const info = document.createElement('span');
  info.className = 'cm-outline-kind';
  const line = `line ${position.line + 1}`;
  info.textContent = `${KINDS[kind] ?? 'symbol'}, ${path === undefined ? line : `${path}, ${line}`}`;
  option.append(createName(name), ...notes, info);
  // Without this, the field would lose the focus before the click ends.
  option.onmousedown = (event) => event.preventDefault();
  option.onclick = onClick;
  return option;
}

function createName(name: string): HTMLElement {
  const dom = document.createElement('span');
  dom.className = 'cm-outline-name';
  dom.textContent = name;
  return dom;
}

function createEmptyNote(entries: number): HTMLElement {
  const note = document.createElement('li');
  note.className = 'cm-outline-empty';
  note.textContent = entries === 0 ? 'There are no symbols in this text.' : 'No symbol matches.';
  return note;
}
