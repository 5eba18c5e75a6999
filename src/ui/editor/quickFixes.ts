import { type Extension, type Line, StateEffect, StateField } from '@codemirror/state';
import {
  type BlockInfo,
  closeHoverTooltips,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from '@codemirror/view';
import { lineActions } from './lineActions.ts';
import type { ShownProblem } from './problem.ts';
import { applyQuickFix, problemsChanged, shownProblems } from './problems.ts';

const setMenu = StateEffect.define<Tooltip | null>();

/** The open menu. An edit closes it, because its fixes may no longer apply. */
const menuField = StateField.define<Tooltip | null>({
  create: () => null,
  update(menu, { effects, docChanged }) {
    const newest = effects.findLast((effect) => effect.is(setMenu));
    if (newest) return newest.value;
    return docChanged ? null : menu;
  },
  provide: (field) => showTooltip.from(field),
});

/** A light bulb beside each line with a quick fix, and a menu of the fixes at the cursor. */
export function quickFixes(): Extension {
  return [
    menuField,
    menuAppearance,
    appearance,
    gutter({
      class: 'cm-fix-gutter',
      markers: ({ state }) => state.facet(lineActions),
      lineMarker: (view, line) => (problemsIn(view, line).length > 0 ? BULB : null),
      lineMarkerChange: problemsChanged,
      initialSpacer: () => BULB,
      domEventHandlers: {
        mousedown(view, line, event) {
          if (problemsIn(view, line).length === 0) return false;
          event.preventDefault();
          return openMenu(view, line.from, problemsIn(view, line));
        },
      },
    }),
    keymap.of([{ key: 'Mod-.', run: openQuickFixes }]),
  ];
}

function problemsIn({ state }: EditorView, { from, to }: BlockInfo | Line): ShownProblem[] {
  return shownProblems(state).filter(
    (problem) => problem.fixes.length > 0 && problem.from <= to && problem.to >= from,
  );
}

/**
 * Opens a menu of the fixes for the problems at the cursor, or else for all problems of its line.
 */
export function openQuickFixes(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const all = problemsIn(view, view.state.doc.lineAt(head));
  const here = all.filter(({ from, to }) => from <= head && head <= to);
  if (all.length === 0) {
    view.dispatch({ effects: EditorView.announce.of('There is no quick fix for this line.') });
    return true;
  }
  return openMenu(view, head, here.length > 0 ? here : all);
}

function openMenu(view: EditorView, pos: number, problems: readonly ShownProblem[]): boolean {
  const offered: MenuProblem[] = problems.map(({ id, message, fixes }) => ({
    message,
    choices: fixes.map(({ label }) => ({ label, choose: () => applyQuickFix(view, id, label) })),
  }));
  const close = (isFocusWanted: boolean) => {
    if (!view.state.field(menuField)) return;
    view.dispatch({ effects: setMenu.of(null) });
    if (isFocusWanted) view.focus();
  };
  const create = () => createFixMenu(offered, close);
  view.dispatch({ effects: [closeHoverTooltips, setMenu.of({ pos, above: false, create })] });
  return true;
}

const BULB_PATH =
  'M8 1.5a4.5 4.5 0 0 0-2.6 8.2c.4.3.6.7.6 1.2v.6h4v-.6c0-.5.2-.9.6-1.2A4.5 4.5 0 0 0 8 1.5zM6.2 13h3.6M7 14.5h2';

class Bulb extends GutterMarker {
  override eq(): boolean {
    return true;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-fix-mark';
    mark.title = 'Quick fixes (Ctrl+. or Cmd+.)';
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 16 16');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', BULB_PATH);
    svg.append(path);
    mark.append(svg);
    return mark;
  }
}

const BULB = new Bulb();

const appearance = EditorView.theme({
  '.cm-fix-gutter': { width: '16px' },
  '.cm-fix-gutter .cm-gutterElement': { display: 'flex', alignItems: 'center' },
  '.cm-fix-gutter .cm-gutterElement:has(.cm-fix-mark) > :not(.cm-fix-mark)': { display: 'none' },
  '.cm-fix-mark': { display: 'flex', cursor: 'pointer' },
  '.cm-fix-mark svg': {
    width: '15px',
    height: '15px',
    fill: 'none',
    stroke: 'var(--warning)',
    strokeWidth: '1.25',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  '.cm-fix-mark:hover svg': { fill: 'var(--match)' },
});

interface MenuProblem {
  readonly message: string;
  readonly choices: readonly MenuChoice[];
}

interface MenuChoice {
  readonly label: string;
  choose(): void;
}

/**
 * A menu of fixes, grouped by problem under its message. The menu takes the focus; the argument of
 * `close` says whether to return it to the editor.
 */
function createFixMenu(
  problems: readonly MenuProblem[],
  close: (isFocusWanted: boolean) => void,
): TooltipView {
  const dom = document.createElement('div');
  dom.className = 'cm-fix-menu';
  dom.setAttribute('role', 'menu');
  dom.setAttribute('aria-label', 'Quick fixes');
  for (const { message, choices } of problems) {
    const group = document.createElement('div');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', message);
    const title = document.createElement('div');
    title.className = 'cm-fix-menu-title';
    title.textContent = message;
    // The group's accessible name contains the message.
    title.setAttribute('aria-hidden', 'true');
    group.append(title, ...choices.map((choice) => createItem(choice, close)));
    dom.append(group);
  }
  const items = [...dom.querySelectorAll<HTMLElement>('[role=menuitem]')];
  dom.addEventListener('keydown', (event) => moveByKey(event, items, close));
  dom.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && dom.contains(relatedTarget))) close(false);
  });
  return { dom, mount: () => items[0]?.focus({ preventScroll: true }) };
}

function createItem({ label, choose }: MenuChoice, close: (isFocusWanted: boolean) => void) {
  const item = document.createElement('div');
  item.className = 'cm-fix-menu-item';
  item.setAttribute('role', 'menuitem');
  item.tabIndex = -1;
  item.textContent = label;
  item.addEventListener('mouseenter', () => item.focus({ preventScroll: true }));
  item.addEventListener('click', () => {
    close(true);
    choose();
  });
  return item;
}

function moveByKey(
  event: KeyboardEvent,
  items: readonly HTMLElement[],
  close: (isFocusWanted: boolean) => void,
): void {
  const at = items.findIndex((item) => item.matches(':focus'));
  const go = (index: number) => items.at(index % items.length)?.focus();
  switch (event.key) {
    case 'ArrowDown':
      go(at + 1);
      break;
    case 'ArrowUp':
      go(at - 1);
      break;
    case 'Home':
      go(0);
      break;
    case 'End':
      go(-1);
      break;
    case 'Enter':
    case ' ':
      items[at]?.click();
      break;
    case 'Escape':
    case 'Tab':
      close(true);
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
}

const menuAppearance = EditorView.theme({
  '.cm-fix-menu': {
    boxSizing: 'border-box',
    maxWidth: 'min(36em, 92vw)',
    padding: '4px',
    fontSize: '0.8125rem',
  },
  // The pointer may be over text with a hover tooltip, which would cover the menu.
  '&:has(.cm-fix-menu) .cm-tooltip-hover': { display: 'none' },
  '.cm-fix-menu-title': { padding: '4px 8px', color: 'var(--text-quiet)', fontSize: '0.75rem' },
  '.cm-fix-menu-item': {
    padding: '5px 8px',
    borderRadius: '4px',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
  },
  '.cm-fix-menu-item:focus': { outline: 'none', backgroundColor: 'var(--selection)' },
  '.cm-fix-menu [role=group] + [role=group]': {
    marginTop: '4px',
    borderTop: '1px solid var(--border-faint)',
    paddingTop: '4px',
  },
  '@media (pointer: coarse)': { '.cm-fix-menu-item': { padding: '10px 8px' } },
});
