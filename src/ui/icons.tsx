import type { ReactNode } from 'react';

/** An icon, drawn on a 16 × 16 grid in the colour of the surrounding text. */
export function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      width="1rem"
      height="1rem"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** A bar and two arrowheads. */
export function ToStartIcon() {
  return (
    <Icon>
      <path d="M2.5 3.5v9" />
      <path d="M8.5 4 4.5 8l4 4zM14 4l-4 4 4 4z" fill="currentColor" />
    </Icon>
  );
}

export function StepBackIcon() {
  return (
    <Icon>
      <path d="M10 3.5 4.5 8l5.5 4.5z" fill="currentColor" />
      <path d="M13 3.5v9" />
    </Icon>
  );
}

export function StepForwardIcon() {
  return (
    <Icon>
      <path d="M6 3.5 11.5 8 6 12.5z" fill="currentColor" />
      <path d="M3 3.5v9" />
    </Icon>
  );
}

export function PauseIcon() {
  return (
    <Icon>
      <path d="M4.2 3.5h2.1v9H4.2zM9.7 3.5h2.1v9H9.7z" fill="currentColor" />
    </Icon>
  );
}

export function PlayIcon() {
  return (
    <Icon>
      <path d="M4.5 3v10L13 8z" fill="currentColor" />
    </Icon>
  );
}

/** Four corners that point outwards. */
export function FullScreenIcon() {
  return (
    <Icon>
      <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />
    </Icon>
  );
}

/** Four corners that point inwards. */
export function LeaveFullScreenIcon() {
  return (
    <Icon>
      <path d="M6 2.5V6H2.5M13.5 6H10V2.5M10 13.5V10h3.5M2.5 10H6v3.5" />
    </Icon>
  );
}

export function WarningIcon() {
  return (
    <Icon>
      <path d="M8 2.3 14 13.2H2z" />
      <path d="M8 6.5v3.2M8 11.4v.1" />
    </Icon>
  );
}

/** A dot with waves on both sides. */
export function LiveIcon() {
  return (
    <Icon>
      <circle cx="8" cy="8" r="1.8" fill="currentColor" />
      <path d="M5 4.6a4.8 4.8 0 0 0 0 6.8M11 4.6a4.8 4.8 0 0 1 0 6.8" />
      <path d="M2.9 2.5a7.8 7.8 0 0 0 0 11M13.1 2.5a7.8 7.8 0 0 1 0 11" />
    </Icon>
  );
}

export function HelpIcon() {
  return (
    <Icon>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M6.1 6.3a1.9 1.9 0 1 1 2.8 1.7c-.6.3-.9.7-.9 1.3v.2M8 11.7v.1" />
    </Icon>
  );
}

/** An arrow that leaves a box. */
export function ShareIcon() {
  return (
    <Icon>
      <path d="M8 9.8V2.2M5.2 4.8 8 2l2.8 2.8" />
      <path d="M4.5 7.5h-2v6h11v-6h-2" />
    </Icon>
  );
}

export function CrosshairIcon() {
  return (
    <Icon>
      <circle cx="8" cy="8" r="4.6" />
      <path d="M8 1.5v3.3M8 11.2v3.3M1.5 8h3.3M11.2 8h3.3M8 8v.1" />
    </Icon>
  );
}

export function SettingsIcon() {
  return (
    <Icon>
      <path d="M2 5h5M11 5h3M2 11h2.5M8.5 11H14" />
      <circle cx="9" cy="5" r="2" />
      <circle cx="6.5" cy="11" r="2" />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />
    </Icon>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.6 3.6" />
    </Icon>
  );
}
