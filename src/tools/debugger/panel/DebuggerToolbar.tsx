import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { DebuggerCommands, ShownTrace } from '#tools/debugger/state.ts';
import { Button } from '#ui/Button.tsx';
import { StepBackIcon, StepForwardIcon, ToStartIcon } from '#ui/icons.tsx';
import styles from './DebuggerToolbar.module.css';
import type { DebuggerProps } from './debuggerProps.ts';
import {
  ContinueBackIcon,
  ContinueIcon,
  LastStepIcon,
  NextFrameIcon,
  NonFiniteIcon,
  OutIcon,
  OverIcon,
  StopIcon,
  ToCursorIcon,
} from './icons.tsx';
import { stepText } from './labels.ts';
import { useRovingFocus } from './useRovingFocus.ts';

interface ToolbarButton {
  /** The accessible name. */
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
  readonly run: (commands: DebuggerCommands) => void;
  readonly needs: 'steps' | 'target' | 'nothing';
  /** Why the step stayed the same, as a sentence. */
  readonly stayed?: string;
}

const BUTTONS: readonly ToolbarButton[] = [
  {
    label: 'First step',
    hint: 'Go to the first step',
    icon: <ToStartIcon />,
    run: (commands) => commands.first(),
    needs: 'steps',
  },
  {
    label: 'Continue back',
    hint: 'Go back to the breakpoint before',
    icon: <ContinueBackIcon />,
    run: (commands) => commands.continueBack(),
    needs: 'steps',
    stayed: 'The thread reaches no breakpoint before this step.',
  },
  {
    label: 'Step back',
    hint: 'Go one step back (Shift+F10)',
    icon: <StepBackIcon />,
    run: (commands) => commands.back(),
    needs: 'steps',
  },
  {
    label: 'Step forward',
    hint: 'Go one step forward, into calls (F11)',
    icon: <StepForwardIcon />,
    run: (commands) => commands.forward(),
    needs: 'steps',
  },
  {
    label: 'Step over',
    hint: 'Go one step forward, past calls (F10)',
    icon: <OverIcon />,
    run: (commands) => commands.over(),
    needs: 'steps',
  },
  {
    label: 'Step out',
    hint: 'Go to the end of this function (Shift+F11)',
    icon: <OutIcon />,
    run: (commands) => commands.out(),
    needs: 'steps',
  },
  {
    label: 'Continue to next breakpoint',
    hint: 'Go on to the next breakpoint',
    icon: <ContinueIcon />,
    run: (commands) => commands.continue(),
    needs: 'steps',
    stayed: 'The thread reaches no breakpoint after this step.',
  },
  {
    label: 'Last step',
    hint: 'Go to the last step',
    icon: <LastStepIcon />,
    run: (commands) => commands.last(),
    needs: 'steps',
  },
  {
    label: 'Run to cursor',
    hint: 'Go to the next step on the cursor’s line',
    icon: <ToCursorIcon />,
    run: (commands) => commands.runToCursor(),
    needs: 'steps',
    stayed: 'The thread does not reach the cursor’s line after this step.',
  },
  {
    label: 'Next non-finite value',
    hint: 'Go to the next NaN or infinity',
    icon: <NonFiniteIcon />,
    run: (commands) => commands.nextNonFinite(),
    needs: 'steps',
    stayed: 'The thread has no NaN or infinity after this step.',
  },
  {
    label: 'Next frame',
    hint: 'Draw the next frame and trace the thread in it',
    icon: <NextFrameIcon />,
    run: (commands) => commands.nextFrame(),
    needs: 'target',
  },
  {
    label: 'Stop debugging',
    hint: 'Close the debugger',
    icon: <StopIcon />,
    run: (commands) => commands.stop(),
    needs: 'nothing',
  },
];

interface Note {
  readonly of: ShownTrace | null;
  readonly text: string;
}

const DISABLED: Readonly<Record<ToolbarButton['needs'], string | undefined>> = {
  steps: 'Trace a thread first',
  target: 'Trace a thread first',
  nothing: undefined,
};

/** Movements through the trace, and a slider over all of its steps. */
export function DebuggerToolbar(props: DebuggerProps) {
  const { store, commands } = props;
  const toolbar = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingFocus(toolbar);
  const shown = useStore(store, (state) => state.shown);
  /** Counts until another step is shown. */
  const [note, setNote] = useState<Note | null>(null);
  const press = ({ run, stayed }: ToolbarButton) => {
    const { shown: before } = store.getState();
    run(commands);
    const { shown: after } = store.getState();
    setNote(stayed && before === after ? { of: after, text: stayed } : null);
  };
  const has: Readonly<Record<ToolbarButton['needs'], boolean>> = {
    steps: useStore(store, ({ shown }) => (shown?.step ?? -1) >= 0),
    target: useStore(store, ({ target }) => target !== null),
    nothing: true,
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
        {BUTTONS.map((button) => (
          <Button
            key={button.label}
            kind="icon"
            label={button.label}
            hint={has[button.needs] ? button.hint : (DISABLED[button.needs] ?? button.hint)}
            disabled={!has[button.needs]}
            onClick={() => press(button)}
          >
            {button.icon}
          </Button>
        ))}
      </div>
      <StepSlider {...props} note={note?.of === shown ? note.text : null} />
    </div>
  );
}

interface StepSliderProps extends DebuggerProps {
  /** Takes the place of the position. */
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
