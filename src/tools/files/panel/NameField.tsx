import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ProjectSession } from '#tools/files/projectSession.ts';
import type { Naming } from '#tools/files/state.ts';
import styles from './NameField.module.css';
import { NameInput } from './NameInput.tsx';

interface NameFieldProps {
  readonly session: ProjectSession;
  readonly naming: Naming;
  readonly tabs: RefObject<HTMLDivElement | null>;
}

/**
 * The editable name of a file, over its tab. Enter or leaving the field renames the file; Escape
 * keeps the old name, and so does leaving the field with an invalid name.
 */
export function NameField({ session, naming, tabs }: NameFieldProps) {
  const { files: commands, workspace } = session;
  const { id } = naming;
  const isNew = naming.addedAt !== null;
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useOverTab(popup, tabs, id);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.focus();
    if (isNew) return field.select();
    // Selects the name without folder and extension, the part most often replaced.
    const start = field.value.lastIndexOf('/') + 1;
    const dot = field.value.indexOf('.', start);
    field.setSelectionRange(start, dot < 0 ? field.value.length : dot);
  }, [isNew]);
  const accept = (typed: string) => {
    const renamed = commands.rename(id, typed);
    if (!renamed.ok) return renamed;
    if (isNew) workspace.reveal({ line: 1, column: 1, length: 0 }, `/${renamed.value}`);
    else tabOf(tabs.current, id)?.focus();
    return renamed;
  };
  const cancel = () => {
    // Before the focus moves, since leaving the field would rename the file.
    commands.cancelNaming();
    tabOf(tabs.current, isNew ? workspace.store.getState().activeFile : id)?.focus();
  };
  const leave = (typed: string) => {
    // Enter or Escape has already ended naming.
    if (session.store.getState().naming?.id !== id) return;
    if (!commands.rename(id, typed).ok) commands.cancelNaming();
  };
  return (
    <div ref={popup} className={styles['popup']} popover="manual">
      <NameInput
        ref={input}
        label="File name"
        initial={pathOf(session, id)}
        classes={{ field: styles['field'], fault: styles['fault'] }}
        fits
        accept={accept}
        cancel={cancel}
        leave={leave}
      />
    </div>
  );
}

function pathOf({ workspace }: ProjectSession, id: number): string {
  return workspace.store.getState().files.find((file) => file.id === id)?.path ?? '';
}

/** Minimum distance in CSS pixels between the field and the edges of the window. */
const GAP = 6;

/** Shows the popup over the tab, even where the tab is clipped. */
function useOverTab(
  popup: RefObject<HTMLElement | null>,
  tabs: RefObject<HTMLElement | null>,
  id: number,
): void {
  useLayoutEffect(() => {
    const element = popup.current;
    const tab = tabOf(tabs.current, id);
    if (!element || !tab) return undefined;
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    element.showPopover();
    const place = () => {
      const { left, top } = tab.getBoundingClientRect();
      element.style.left = `${Math.max(Math.min(left, innerWidth - element.offsetWidth - GAP), GAP)}px`;
      element.style.top = `${top}px`;
    };
    place();
    // An error message below the field can widen the popup.
    const sizes = new ResizeObserver(place);
    sizes.observe(element);
    window.addEventListener('resize', place);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [popup, tabs, id]);
}

export function tabOf(tabs: HTMLElement | null, id: number): HTMLElement | null {
  return tabs?.querySelector<HTMLElement>(`[data-file="${id}"]`) ?? null;
}

export function fileOf(tab: EventTarget): number {
  return tab instanceof HTMLElement ? Number(tab.dataset['file']) : Number.NaN;
}
