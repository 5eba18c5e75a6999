import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { MAX_NAME_LENGTH, nameFrom } from '#engine/storage/history/savedVersion.ts';
import { Button } from '#ui/Button.tsx';
import { PencilIcon } from '#ui/moreIcons.tsx';
import styles from './NameField.module.css';

interface NameFieldProps {
  readonly name: string | null;
  readonly editing: boolean;
  readonly onEdit: (editing: boolean) => void;
  readonly onRename: (name: string | null) => void;
}

/**
 * The name of a version, with a button for editing it. Enter or leaving the field keeps the new
 * name; Escape discards it.
 */
export function NameField({ name, editing, onEdit, onRename }: NameFieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  useEffect(() => {
    // The focused input was removed.
    if (wasEditing.current && !editing && document.activeElement === document.body) {
      button.current?.focus();
    }
    wasEditing.current = editing;
  }, [editing]);
  if (editing) {
    return (
      <NameInput
        name={name}
        onEnd={(typed) => {
          onEdit(false);
          if (typed !== name) onRename(typed);
        }}
      />
    );
  }
  return (
    <span className={styles['name']}>
      {name !== null && <strong className={styles['text']}>{name}</strong>}
      <RenameButton ref={button} named={name !== null} onClick={() => onEdit(true)} />
    </span>
  );
}

interface RenameButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly named: boolean;
  readonly onClick: () => void;
}

function RenameButton({ ref, named, onClick }: RenameButtonProps) {
  if (named) {
    return (
      <Button
        ref={ref}
        kind="icon"
        label="Rename version"
        hint="Rename this version (F2)"
        onClick={onClick}
      >
        <PencilIcon />
      </Button>
    );
  }
  return (
    <Button
      ref={ref}
      kind="small"
      label="Name version"
      hint="Name this version and pin it (F2)"
      onClick={onClick}
    >
      Name…
    </Button>
  );
}

interface NameInputProps {
  readonly name: string | null;
  /** Called with the name to keep: the old one after Escape; null for no name. */
  readonly onEnd: (name: string | null) => void;
}

function NameInput({ name, onEnd }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(name ?? '');
  useEffect(() => input.current?.select(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Escape must not close the dialog.
    event.stopPropagation();
    event.preventDefault();
    onEnd(event.key === 'Enter' ? nameFrom(typed) : name);
  };
  return (
    <input
      ref={input}
      className={`field ${styles['input']}`}
      aria-label="Version name"
      placeholder="Version name"
      maxLength={MAX_NAME_LENGTH}
      spellCheck={false}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => onEnd(nameFrom(typed))}
    />
  );
}
