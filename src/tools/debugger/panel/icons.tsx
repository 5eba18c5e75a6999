import { Icon, StepBackIcon, StepForwardIcon, ToStartIcon } from '#ui/icons.tsx';

function LastStepIcon() {
  return (
    <Icon>
      <path d="M13.5 3.5v9" />
      <path d="m7.5 4 4 4-4 4zM2 4l4 4-4 4z" fill="currentColor" />
    </Icon>
  );
}

function OverIcon() {
  return (
    <Icon>
      <path d="M2.5 9.5c.4-7 8.6-8 10.5-1.5M13.5 4v4.2H9.3" />
      <circle cx="8" cy="12" r="1.6" fill="currentColor" />
    </Icon>
  );
}

function OutIcon() {
  return (
    <Icon>
      <path d="M8 9.2V2.2M4.5 5.5 8 2l3.5 3.5" />
      <circle cx="8" cy="12.5" r="1.6" fill="currentColor" />
    </Icon>
  );
}

function ToCursorIcon() {
  return (
    <Icon>
      <path d="M1.5 8h6.3M5.2 5.2 8 8l-2.8 2.8" />
      <path d="M10.5 2.5c1.2 0 2 .4 2 1.4v8.2c0 1-.8 1.4-2 1.4M14.5 2.5c-1.2 0-2 .4-2 1.4M14.5 13.5c-1.2 0-2-.4-2-1.4" />
    </Icon>
  );
}

function ContinueIcon() {
  return (
    <Icon>
      <path d="M2.5 3.5 8.5 8l-6 4.5z" fill="currentColor" />
      <circle cx="12.5" cy="8" r="2" fill="currentColor" />
    </Icon>
  );
}

/** Mirrors `ContinueIcon`. */
function ContinueBackIcon() {
  return (
    <Icon>
      <path d="M13.5 3.5 7.5 8l6 4.5z" fill="currentColor" />
      <circle cx="3.5" cy="8" r="2" fill="currentColor" />
    </Icon>
  );
}

function NonFiniteIcon() {
  return (
    <Icon>
      <path d="M6.2 8C5.2 6.5 4.4 5.8 3.5 5.8a2.2 2.2 0 0 0 0 4.4c.9 0 1.7-.7 2.7-2.2s1.8-2.2 2.7-2.2a2.2 2.2 0 0 1 0 4.4c-.9 0-1.7-.7-2.7-2.2z" />
      <path d="m13 5.5 2 2.5-2 2.5" />
    </Icon>
  );
}

function NextFrameIcon() {
  return (
    <Icon>
      <path d="M2 3.5h8.5v9H2z" />
      <path d="M4.3 5.5v.1M4.3 8v.1M4.3 10.5v.1" />
      <path d="M12.5 5.5 15 8l-2.5 2.5z" fill="currentColor" />
    </Icon>
  );
}

function StopIcon() {
  return (
    <Icon>
      <path d="M4 4h8v8H4z" fill="currentColor" />
    </Icon>
  );
}

/** Points right; the style sheet rotates it when the row is open. */
export function ChevronIcon() {
  return (
    <Icon>
      <path d="m6 4 4 4-4 4" />
    </Icon>
  );
}

/** Named in the table of commands, which loads before the debugger does. */
export const BUTTON_ICONS = {
  toStart: ToStartIcon,
  continueBack: ContinueBackIcon,
  stepBack: StepBackIcon,
  stepForward: StepForwardIcon,
  over: OverIcon,
  out: OutIcon,
  continue: ContinueIcon,
  lastStep: LastStepIcon,
  toCursor: ToCursorIcon,
  nonFinite: NonFiniteIcon,
  nextFrame: NextFrameIcon,
  stop: StopIcon,
} as const;

export type ButtonIcon = keyof typeof BUTTON_ICONS;
