import type { ComponentProps, RefObject } from 'react';
import { useBeside } from './useBeside.ts';

export interface PopoverProps extends Omit<ComponentProps<'div'>, 'content'> {
  /** The dialog appears beside this element and returns the focus to it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly popup: RefObject<HTMLDivElement | null>;
  /** The dialog is repositioned when this changes. */
  readonly content: unknown;
  /** Called when Escape, a press outside the dialog or one of its buttons closes it. */
  readonly onClose: () => void;
}

export function Popover({ anchor, popup, content, onClose, ...rest }: PopoverProps) {
  useBeside(popup, anchor, content);
  return (
    <div
      {...rest}
      ref={popup}
      popover="auto"
      role="dialog"
      onToggle={({ newState }) => {
        if (newState === 'open') return;
        const { activeElement } = document;
        const hadFocus = popup.current?.contains(activeElement) || activeElement === document.body;
        if (hadFocus) anchor.current?.focus();
        onClose();
      }}
    />
  );
}
