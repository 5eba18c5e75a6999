import { Icon } from '#ui/icons.tsx';

export function StatisticsIcon() {
  return (
    <Icon>
      <path d="M3.5 13V9.5M8 13V3M12.5 13V6.5" strokeWidth="2.2" />
    </Icon>
  );
}

export function ChartIcon() {
  return (
    <Icon>
      <path d="M2.5 2.5v11h11" />
      <path d="m4.8 10.2 2.6-3.4 2.3 1.8 3.6-4.6" />
    </Icon>
  );
}

/** A pulse: a value that changes with time. */
export function OverFramesIcon() {
  return (
    <Icon>
      <path d="M1.8 8.5h3l1.7-5 3 9 1.7-4h3" />
    </Icon>
  );
}

/** A pen that has written a line. */
export function WriterIcon() {
  return (
    <Icon>
      <path d="m3.6 10.6 6.9-6.9a1.5 1.5 0 0 1 2.1 2.1l-6.9 6.9-2.7.6zM8.5 13.5h5" />
    </Icon>
  );
}

/** An arrow that points up, and a y. */
export function YUpIcon() {
  return (
    <Icon>
      <path d="M4 13.5V3M1.8 5.2 4 3l2.2 2.2M8.6 6.5l2.3 4.3M13.4 6.5l-3.6 7" />
    </Icon>
  );
}

export function MinusIcon() {
  return (
    <Icon>
      <path d="M3.5 8h9" />
    </Icon>
  );
}

export function PlusIcon() {
  return (
    <Icon>
      <path d="M3.5 8h9M8 3.5v9" />
    </Icon>
  );
}
