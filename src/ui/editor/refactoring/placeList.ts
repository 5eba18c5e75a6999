import { byFile, type NamePlace } from './projectText.ts';

/** Maximum number of listed places: nobody reads more, and they would slow the page down. */
const MOST = 500;

/** For example `1 place` or `3 places`. */
export function countPlaces(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}

/**
 * A list of places with their lines, grouped by file.
 *
 * @param onChoose if given, each place is a button
 */
export function createPlaceList(
  label: string,
  places: readonly NamePlace[],
  onChoose?: (place: NamePlace) => void,
): HTMLElement {
  const list = element('ul', 'cm-places');
  list.setAttribute('role', 'list');
  list.setAttribute('aria-label', label);
  for (const { file, places: group } of byFile(places.slice(0, MOST))) {
    const title = element('li', 'cm-places-file', `${file.path} · ${group.length}`);
    const items = group.map((place) => {
      const content = showLine(place);
      if (!onChoose) return element('li', 'cm-place', ...content);
      const choice = element('button', 'cm-place', ...content);
      choice.type = 'button';
      choice.tabIndex = -1;
      choice.onclick = () => onChoose(place);
      return element('li', '', choice);
    });
    list.append(title, ...items);
  }
  if (places.length > MOST) {
    list.append(element('li', 'cm-places-file', `and ${countPlaces(places.length - MOST)} more`));
  }
  if (onChoose) moveByKeys(list);
  return list;
}

/** The line's number and text, with the name in bold. */
function showLine({ file, from, to }: NamePlace): Node[] {
  const line = file.doc.lineAt(from);
  const indent = line.text.length - line.text.trimStart().length;
  const start = from - line.from;
  return [
    element('span', 'cm-place-line', String(line.number)),
    element(
      'code',
      '',
      line.text.slice(Math.min(indent, start), start),
      element('strong', '', line.text.slice(start, to - line.from)),
      line.text.slice(to - line.from),
    ),
  ];
}

/** Makes one place a tab stop and lets arrow keys move to the others. */
function moveByKeys(list: HTMLElement): void {
  const choices = [...list.querySelectorAll('button')];
  const [first] = choices;
  if (first) first.tabIndex = 0;
  list.addEventListener('keydown', (event) => {
    const at = choices.findIndex((choice) => choice.matches(':focus'));
    const next = nextIndex(event.key, at, choices.length);
    if (next === null) return;
    event.preventDefault();
    for (const choice of choices) choice.tabIndex = -1;
    const choice = choices[next];
    if (choice) choice.tabIndex = 0;
    choice?.focus();
  });
}

function nextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className !== '') created.className = className;
  created.append(...children);
  return created;
}

export function button(text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', 'cm-refactoring-button', text);
  created.type = 'button';
  created.onclick = onClick;
  return created;
}
