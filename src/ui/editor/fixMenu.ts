import { EditorView, type TooltipView } from '@codemirror/view';

export interface MenuProblem {
  readonly message: string;
  readonly choices: readonly MenuChoice[];
}

export interface MenuChoice {
  readonly label: string;
  choose(): void;
}

/**
 * A menu of fixes, each group below its problem's message. It takes the focus; the argument of `close`
 * says whether the editor gets it back.
 */
export function createFixMenu(
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
    // The group's name contains it.
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

/** The menu in the page's colours. */
export const menuAppearance = EditorView.theme({
  '.cm-fix-menu': {
    boxSizing: 'border-box',
    maxWidth: 'min(36em, 92vw)',
    padding: '4px',
    fontSize: '0.8125rem',
  },
  // The pointer may be over something with a tooltip.
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
