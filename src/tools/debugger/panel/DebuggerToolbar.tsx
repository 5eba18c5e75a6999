import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import {
  DEBUGGER_COMMANDS,
  type DebuggerCommand,
  whyNotNow,
} from '#tools/debugger/debuggerCommands.ts';
import type { ShownTrace } from '#tools/debugger/state.ts';
import { Button } from '#ui/Button.tsx';
import { nextIndex } from '#ui/nextIndex.ts';
import styles from './DebuggerToolbar.module.css';
import type { DebuggerProps } from './debuggerProps.ts';
import { BUTTON_ICONS } from './icons.tsx';
import { stepText } from './labels.ts';

interface Note {
  readonly of: ShownTrace | null;
  readonly text: string;
}

export function DebuggerToolbar(props: DebuggerProps) {
  const { store, commands } = props;
  const toolbar = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingFocus(toolbar);
  const state = useStore(store, (state) => state);
  const { shown } = state;
  /** Shown until the step changes. */
  const [note, setNote] = useState<Note | null>(null);
  const press = ({ run, button }: DebuggerCommand) => {
    const { shown: before } = store.getState();
    run(commands);
    const { shown: after } = store.getState();
    const stayed = button?.stayed;
    setNote(stayed && before === after ? { of: after, text: stayed } : null);
  };
  return (
    <div
      ref={toolbar}
      className={styles['toolbar']}
      role="toolbar"
      aria-label="Debugger"
      onKeyDown={onKeyDown}
    >
      <div className={styles['buttons']}>
        {DEBUGGER_COMMANDS.map((command) => {
          if (!command.button) return null;
          const { label, hint, icon } = command.button;
          const Icon = BUTTON_ICONS[icon];
          const whyNot = whyNotNow(command, state)?.replace(/\.$/, '');
          return (
            <Button
              key={label}
              kind="icon"
              label={label}
              hint={whyNot ?? hint}
              disabled={whyNot !== undefined}
              onClick={() => press(command)}
            >
              <Icon />
            </Button>
          );
        })}
      </div>
      <StepSlider {...props} note={note?.of === shown ? note.text : null} />
    </div>
  );
}

interface StepSliderProps extends DebuggerProps {
  /** Replaces the position. */
  readonly note: string | null;
}

function StepSlider({ store, commands, note }: StepSliderProps) {
  const shown = useStore(store, (state) => state.shown);
  const last = Math.max(0, shown?.replay.last ?? 0);
  const step = Math.max(0, shown?.step ?? 0);
  const text = shown ? stepText(shown) : '';
  const [position, frame] = text.split(/(?=, frame )/);
  return (
    <div className={styles['steps']}>
      <input
        className={styles['slider']}
        type="range"
        aria-label="Step"
        min={0}
        max={last}
        step={1}
        value={step}
        disabled={!shown || shown.step < 0}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={step}
        aria-valuetext={text}
        onChange={(event) => commands.goTo(Number(event.target.value))}
      />
      <span className={styles['position']} role="status">
        {note}
      </span>
      {note === null && (
        <span className={styles['position']}>
          {position}
          <span className={styles['frame']}>{frame}</span>
        </span>
      )}
      <div className={styles['toSource']}>
        <Button
          kind="small"
          hint="Show the current line and its values"
          disabled={!shown || shown.step < 0}
          onClick={commands.showInSource}
        >
          Show in source
        </Button>
      </div>
    </div>
  );
}

/**
 * Makes a toolbar's buttons a single tab stop: the arrow keys, Home and End move between them. The
 * toolbar's other fields keep their own tab stops.
 *
 * @returns the toolbar's `keydown` handler
 */
function useRovingFocus(toolbar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = toolbar.current;
    if (!element) return undefined;
    const rove = (to: EventTarget | null) => {
      const buttons = buttonsOf(element);
      const stop = buttons.find((button) => button === to) ?? null;
      if (to !== null && !stop) return;
      for (const [index, button] of buttons.entries()) {
        button.tabIndex = button === stop || (stop === null && index === 0) ? 0 : -1;
      }
    };
    const onFocus = (event: FocusEvent) => rove(event.target);
    rove(null);
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [toolbar]);

  return (event: KeyboardEvent) => {
    const buttons = toolbar.current ? buttonsOf(toolbar.current) : [];
    const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1;
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = nextIndex(event.key, at, buttons.length, 'wrap', 'right');
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
}

function buttonsOf(toolbar: HTMLElement): readonly HTMLButtonElement[] {
  return [...toolbar.querySelectorAll('button')];
}
