import { type KeyboardEvent, useId, useState } from 'react';
import { previewOf, STARTERS, type Starter } from '#core/slang/starters/starters.ts';
import { ownValue } from '#core/util/ownValue.ts';
import dialogStyles from '#ui/Dialog.module.css';
import { Dialog, DialogCard } from '#ui/Dialog.tsx';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import styles from './NewDialog.module.css';

export function NewDialog({ context, open, onClose, opener }: DialogProps) {
  const [stop, setStop] = useState(0);
  const hint = useId();
  const choose = ({ name, text, files }: Starter) => {
    context.showView('results');
    // Resolves relative addresses in the source to the site's own images.
    const uri = new URL('demos/user.slang', document.baseURI).href;
    void context.workspace.openSource({ text, files, uri, givenName: name, demo: null });
  };
  return (
    <Dialog title="New project" open={open} onClose={onClose} opener={opener}>
      <div className={styles['content']}>
        <p id={hint} className={styles['hint']}>
          Choose what to begin with. Your current source goes to the history.
        </p>
        <div
          className={dialogStyles['cards']}
          role="listbox"
          aria-label="Starters"
          aria-describedby={hint}
          onKeyDown={moveFocus}
        >
          {STARTERS.map((starter, index) => (
            <Option
              key={starter.id}
              starter={starter}
              isStop={index === stop}
              onFocus={() => setStop(index)}
              onChoose={() => {
                onClose();
                choose(starter);
              }}
            />
          ))}
        </div>
      </div>
    </Dialog>
  );
}

interface OptionProps {
  readonly starter: Starter;
  /** Whether the Tab key reaches this option. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
}

function Option({ starter, isStop, onFocus, onChoose }: OptionProps) {
  const { id, name, summary } = starter;
  return (
    <DialogCard
      picture={previewOf(id)}
      name={name}
      summary={summary}
      role="option"
      data-starter={id}
      aria-selected={isStop}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onChoose}
    />
  );
}

/** Moves the focus with the arrow keys, following the visible grid. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const options = [...event.currentTarget.children] as HTMLElement[];
  const at = options.indexOf(document.activeElement as HTMLElement);
  const columns = options.filter((option) => option.offsetTop === options[0]?.offsetTop).length;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: options.length - 1,
  };
  const to = ownValue(steps, event.key);
  if (to === undefined) return;
  event.preventDefault();
  options[to]?.focus();
}
