import { Icon } from '#ui/icons.tsx';

/** Even marks on a line. */
export function FixedStepIcon() {
  return (
    <Icon>
      <path d="M1.8 11.5h12.4M2.5 11.5v-5M6.2 11.5V8.2M9.8 11.5V8.2M13.5 11.5v-5" />
    </Icon>
  );
}

/** Two arrows that follow each other. */
export function LoopIcon() {
  return (
    <Icon>
      <path d="M3 7.4V6.6a2.6 2.6 0 0 1 2.6-2.6h6.6M10.4 2l2 2-2 2" />
      <path d="M13 8.6v.8a2.6 2.6 0 0 1-2.6 2.6H3.8M5.6 14l-2-2 2-2" />
    </Icon>
  );
}

/** A die. */
export function DieIcon() {
  return (
    <Icon>
      <rect x="2.5" y="2.5" width="11" height="11" rx="2" />
      <path d="M5.6 5.6h.01M10.4 10.4h.01M8 8h.01M10.4 5.6h.01M5.6 10.4h.01" strokeWidth="1.9" />
    </Icon>
  );
}
