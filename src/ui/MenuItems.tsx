import { Fragment, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './MenuButton.module.css';
import { nextIndex } from './nextIndex.ts';
import { type Anchor, useBeside } from './useBeside.ts';

export interface MenuItem {
  readonly text: string;
  /** Whether the item is selected or on. */
  readonly checked?: boolean | undefined;
  /**
   * Whether the item is turned on and off independently of the others; otherwise it is one choice
   * of several.
   */
  readonly isToggle?: boolean | undefined;
  /** A separator goes between adjacent items with different sections. */
  readonly section?: string | undefined;
  /** A shortcut that does the same, such as `F2`. */
  readonly keys?: string | undefined;
  /** Why the item is disabled, shown as its tooltip. The item stays in the menu. */
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
  /** Called when the focus leaves the menu. */
  readonly onLeave: () => void;
}

export function MenuItems(props: MenuItemsProps) {
  const { id, label, anchor, items, onChoose, onClose, onLeave } = props;
  const menu = useRef<HTMLDivElement>(null);
  useBeside(menu, anchor, items.length);
  // After `useBeside` shows the menu: a hidden element cannot have the focus.
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
