import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import styles from './MenuButton.module.css';
import type { MenuItem, MenuItemsProps } from './MenuItems.tsx';

export type { MenuItem };

interface MenuButtonProps {
  /** The accessible name of the button and the menu. */
  readonly label: string;
  readonly hint?: string;
  /** Whether an action started from this menu is still running. */
  readonly busy?: boolean;
  /** A function is called each time the menu opens. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /**
   * The icon, with or without text. Leave it out if another button beside this one names the menu.
   */
  readonly children?: ReactNode;
}

/** A button that opens a menu. The menu's code loads the first time it opens. */
export function MenuButton({ label, hint = label, busy, items, children }: MenuButtonProps) {
  const [Items, setItems] = useState<ComponentType<MenuItemsProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const open = async () => {
    try {
      const { MenuItems } = await import('./MenuItems.tsx');
      setItems(() => MenuItems);
      setIsOpen(true);
    } catch {
      // The page reports that a part of it could not be loaded.
    }
  };
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
        onClick={() => (isOpen ? setIsOpen(false) : void open())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          void open();
        }}
      >
        {children}
        <span aria-hidden="true">▾</span>
      </button>
      {isOpen && Items && (
        <Items
          id={id}
          label={label}
          anchor={button}
          items={typeof items === 'function' ? items() : items}
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
