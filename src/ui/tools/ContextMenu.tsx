import { type ComponentType, useEffect, useEffectEvent, useId, useState } from 'react';
import type { MenuItem, MenuItemsProps } from '#ui/MenuItems.tsx';
import type { Anchor } from '#ui/useBeside.ts';
import { useTools } from './Slot.tsx';
import type { ContextMenus } from './tool.ts';

interface ContextMenuProps<Name extends keyof ContextMenus> {
  readonly menu: Name;
  readonly label: string;
  readonly area: HTMLElement;
  /** Describes a point of the window for the tools; null opens the browser's own menu. */
  readonly placeAt: (x: number, y: number) => ContextMenus[Name] | null;
  /** The part's own items, listed before those of the tools. */
  readonly loadItems?: () => Promise<readonly MenuItem[]>;
  /** Where the menu key opens the menu; by default, the middle of the area. */
  readonly keyPoint?: () => Anchor | null;
}

interface OpenMenu {
  readonly Items: ComponentType<MenuItemsProps>;
  readonly items: readonly MenuItem[];
  readonly point: { readonly current: Anchor };
  readonly before: Element | null;
}

/**
 * The context menu of a part of the page, with items from tools. The right mouse button or the menu
 * key opens it; Shift and the right button open the browser's own menu. A long touch keeps its
 * usual effect: it selects text, or goes to the shader in the picture.
 */
export function ContextMenu<Name extends keyof ContextMenus>(props: ContextMenuProps<Name>) {
  const { menu, label, area, placeAt, loadItems, keyPoint } = props;
  const tools = useTools();
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const id = useId();
  const onContextMenu = useEffectEvent(async (event: MouseEvent) => {
    // An event from a key has no pointer type. Shift may be part of that key's chord.
    const isKey = event instanceof PointerEvent && event.pointerType === '';
    if (event.shiftKey && !isKey) return;
    if (event instanceof PointerEvent && event.pointerType === 'touch') return;
    const box = isKey ? (keyPoint?.() ?? area).getBoundingClientRect() : null;
    const x = box ? box.left + box.width / 2 : event.clientX;
    const y = box ? box.top + box.height / 2 : event.clientY;
    const place = placeAt(x, y);
    const added = place === null ? [] : tools.flatMap((tool) => tool.menuItems(menu, place));
    if (added.length === 0 && !(loadItems && place)) return;
    event.preventDefault();
    const before = document.activeElement;
    try {
      const { MenuItems } = await import('#ui/MenuItems.tsx');
      const items = [...((await loadItems?.()) ?? []), ...added];
      const point = { current: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) } };
      setOpen({ Items: MenuItems, items, point, before });
    } catch {
      // The page reports that a part of it could not be loaded.
    }
  });
  useEffect(() => {
    const listener = (event: MouseEvent) => void onContextMenu(event);
    area.addEventListener('contextmenu', listener);
    return () => area.removeEventListener('contextmenu', listener);
  }, [area]);
  if (!open) return null;
  const close = () => {
    setOpen(null);
    if (open.before instanceof HTMLElement) open.before.focus({ preventScroll: true });
  };
  return (
    <open.Items
      id={id}
      label={label}
      anchor={open.point}
      items={open.items}
      onChoose={(item) => {
        close();
        item.onChoose();
      }}
      onClose={close}
      onLeave={() => setOpen(null)}
    />
  );
}
