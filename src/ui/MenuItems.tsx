import { Fragment, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './MenuButton.module.css';
import { nextIndex } from './nextIndex.ts';
import { type Anchor, useBeside } from './useBeside.ts';

export interface MenuItem {
  /** Unique in its menu. */
  readonly text: string;
  /** Whether the item is the chosen one of several. */
  readonly checked?: boolean | undefined;
  /** Whether it is on or off whatever others are. */
  readonly isToggle?: boolean | undefined;
  /** A line separates it from an item before it that has another. */
  readonly section?: string | undefined;
  /** A shortcut that does the same, such as `F2`. */
  readonly keys?: string | undefined;
  /** The item keeps its place, and its tooltip then says why it is disabled. */
  readonly disabled?: string | undefined;
  readonly onChoose: () => void;
}

export interface MenuItemsProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly id: string;
  readonly anchor: RefObject<Anchor | null>;
  readonly onChoose: (item: MenuItem) => void;
  /** Called when a key closes the menu. */
  readonly onClose: () => void;
  /** Called when the focus goes elsewhere. */
  readonly onLeave: () => void;
}

/** The open menu of a button or of a point of the page. */
export function MenuItems(props: MenuItemsProps) {
  const { id, label, anchor, items, onChoose, onClose, onLeave } = props;
  const menu = useRef<HTMLDivElement>(null);
  useBeside(menu, anchor, items.length);
  // After `useBeside`: what is hidden cannot have the focus.
  useLayoutEffect(() => menu.current?.querySelector('button')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = nextIndex(event.key, at, buttons.length, 'wrap');
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) buttons[next]?.focus();
  };
  return (
    <div
      ref={menu}
      id={id}
      className={styles['menu']}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isInside = currentTarget.contains(relatedTarget) || relatedTarget === anchor.current;
        if (!isInside) onLeave();
      }}
    >
      {items.map((item, at) => (
        <Fragment key={item.text}>
          {at > 0 && item.section !== items[at - 1]?.section && <hr className={styles['line']} />}
          <Item item={item} onChoose={onChoose} />
        </Fragment>
      ))}
    </div>
  );
}

function Item({ item, onChoose }: Pick<MenuItemsProps, 'onChoose'> & { readonly item: MenuItem }) {
  const { text, keys, disabled, checked, isToggle } = item;
  return (
    <button
      type="button"
      {...(checked === undefined
        ? { role: 'menuitem' }
        : { role: isToggle ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': checked })}
      tabIndex={-1}
      className={styles['item']}
      aria-disabled={disabled !== undefined || undefined}
      title={disabled}
      onClick={disabled === undefined ? () => onChoose(item) : undefined}
    >
      {text}
      {keys !== undefined && (
        <span className={styles['keys']} aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  );
}
