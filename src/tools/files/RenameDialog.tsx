import { type RefObject, useId, useRef, useState } from 'react';
import { givenNameFrom } from '#core/project/projectName.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import { nameOf } from '#workspace/sources/nameOf.ts';
import styles from './question.module.css';

/** Asks for the project's name. For windows too narrow for the name in the navbar. */
export function RenameDialog({ open, ...props }: DialogProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      title="Rename project"
      fitted
      open={open}
      onClose={props.onClose}
      opener={props.opener}
      initialFocus={() => field.current ?? true}
    >
      <NameForm {...props} field={field} />
    </Dialog>
  );
}

interface NameFormProps extends Pick<DialogProps, 'context' | 'onClose'> {
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Mounted while the dialog is open, so that it starts with the current name. */
function NameForm({ context: { workspace }, onClose, field }: NameFormProps) {
  const [name] = useState(() => nameOf(workspace));
  const [typed, setTyped] = useState(name);
  const hint = useId();
  const rename = () => {
    if (typed.trim() !== name) workspace.nameProject(givenNameFrom(typed));
    onClose();
  };
  return (
    <form
      className={styles['question']}
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <input
        ref={field}
        className="field"
        aria-label="Project name"
        aria-describedby={hint}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <p id={hint}>
        Leave it empty to name the project after its demo, its file or its first comment.
      </p>
      <DialogFoot>
        <Button kind="primary" onClick={rename}>
          Rename
        </Button>
      </DialogFoot>
    </form>
  );
}
