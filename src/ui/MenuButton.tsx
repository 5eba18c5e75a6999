import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './MenuButton.module.css';
import { useBeside } from './useBeside.ts';

export interface MenuItem {
  /** Unique in its menu. */
  readonly text: string;
  /** A shortcut that does the same, such as `F2`. */
  readonly keys?: string;
  /** The item keeps its place, and its tooltip then says why it is disabled. */
  readonly disabled?: string;
  readonly onChoose: () => void;
}

interface MenuButtonProps {
  /** The accessible name of the button and the menu. */
  readonly label: string;
  readonly hint?: string;
  /** What an item started is still under way. */
  readonly busy?: boolean;
  readonly items: readonly MenuItem[];
  /** The icon, and a text if there is one; none beside a button that the menu belongs to. */
  readonly children?: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ label, hint = label, busy, items, children }: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-label={label}
        title={hint}
        aria-busy={busy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {children}
        <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <Items
          id={id}
          label={label}
          anchor={button}
          items={items}
          onChoose={(item) => {
            close();
            item.onChoose();
          }}
          onClose={close}
          onLeave={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface ItemsProps extends Pick<MenuButtonProps, 'label' | 'items'> {
  readonly id: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onChoose: (item: MenuItem) => void;
  /** Called when a key closes the menu. */
  readonly onClose: () => void;
  /** Called when the focus goes elsewhere. */
  readonly onLeave: () => void;
}

function Items({ id, label, anchor, items, onChoose, onClose, onLeave }: ItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  useBeside(menu, anchor, items.length);
  // After `useBeside`: what is hidden cannot have the focus.
  useLayoutEffect(() => menu.current?.querySelector('button')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = nextItem(event.key, at, buttons.length);
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
      {items.map((item) => (
        <button
          key={item.text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles['item']}
          aria-disabled={item.disabled !== undefined || undefined}
          title={item.disabled}
          onClick={item.disabled === undefined ? () => onChoose(item) : undefined}
        >
          {item.text}
          {item.keys !== undefined && (
            <span className={styles['keys']} aria-hidden="true">
              {item.keys}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function nextItem(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
