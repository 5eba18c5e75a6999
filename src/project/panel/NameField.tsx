import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '#project/limits.ts';
import type { ProjectSession } from '#project/session/projectSession.ts';
import type { Naming } from '#project/session/state.ts';
import styles from './NameField.module.css';
import { tabOf } from './tabOf.ts';

interface NameFieldProps {
  readonly session: ProjectSession;
  readonly naming: Naming;
  readonly tabs: RefObject<HTMLDivElement | null>;
}

/**
 * Over the file's tab: Enter and leaving the field give the file the name, Escape leaves the old one.
 * A name that is refused stays in the field with the reason below it; leaving it then gives it up.
 */
export function NameField({ session, naming, tabs }: NameFieldProps) {
  const { files: commands, workspace } = session;
  const { id, isNew } = naming;
  const [typed, setTyped] = useState(() => pathOf(session, id));
  const [fault, setFault] = useState<string | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const faultId = useId();
  useOverTab(popup, tabs, id);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.focus();
    // The name without folders and extension is what is replaced most often.
    const start = field.value.lastIndexOf('/') + 1;
    const dot = field.value.indexOf('.', start);
    field.setSelectionRange(start, dot < 0 ? field.value.length : dot);
  }, []);
  const accept = () => {
    const renamed = commands.rename(id, typed);
    if (!renamed.ok) {
      setFault(renamed.error);
      return;
    }
    if (isNew) workspace.reveal({ line: 1, column: 1, length: 0 }, `/${renamed.value}`);
    else tabOf(tabs.current, id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return accept();
    tabOf(tabs.current, id)?.focus();
    commands.cancelNaming();
  };
  const onBlur = () => {
    // After Enter or Escape, naming is over.
    if (session.store.getState().naming?.id !== id) return;
    if (!commands.rename(id, typed).ok) commands.cancelNaming();
  };
  return (
    <div ref={popup} className={styles['popup']} popover="manual">
      <input
        ref={input}
        className={styles['field']}
        aria-label="File name"
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={LIMITS.pathLength * 2}
        size={Math.min(Math.max(typed.length + 2, 16), 40)}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      {fault !== null && (
        <p id={faultId} className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function pathOf({ workspace }: ProjectSession, id: number): string {
  return workspace.store.getState().files.find((file) => file.id === id)?.path ?? '';
}

/** CSS pixels between the field and the edge of the window. */
const GAP = 6;

/** Shows the popup over the tab, whatever clips the tab. */
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
    // The reason below the field makes the popup wider.
    const sizes = new ResizeObserver(place);
    sizes.observe(element);
    window.addEventListener('resize', place);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [popup, tabs, id]);
}
