import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { LIMITS } from '#core/project/limits.ts';
import type { Result } from '#core/util/result.ts';

interface NameInputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly initial: string;
  readonly classes: { readonly field: string | undefined; readonly fault: string | undefined };
  /** Whether the field grows with the text. */
  readonly fits?: boolean;
  /** Called on Enter; the error says why the name is invalid. */
  readonly accept: (typed: string) => Result<unknown>;
  readonly cancel: () => void;
  readonly leave: (typed: string) => void;
}

/** A field for a file name. An invalid name stays in the field, with the reason below. */
export function NameInput(props: NameInputProps) {
  const { ref, label, initial, classes, fits = false, accept, cancel, leave } = props;
  const [typed, setTyped] = useState(initial);
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return cancel();
    const accepted = accept(typed);
    if (!accepted.ok) setFault(accepted.error);
  };
  return (
    <>
      <input
        ref={ref}
        className={classes.field}
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={LIMITS.pathLength * 2}
        size={fits ? Math.min(Math.max(typed.length + 2, 16), 40) : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => leave(typed)}
      />
      {fault !== null && (
        <p id={faultId} className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
