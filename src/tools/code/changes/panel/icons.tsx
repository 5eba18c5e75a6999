import { Icon } from '#ui/icons.tsx';

/** An arrow up. */
export function PreviousIcon() {
  return (
    <Icon>
      <path d="M8 13V3.5M4 7l4-3.7L12 7" />
    </Icon>
  );
}

/** An arrow down. */
export function NextIcon() {
  return (
    <Icon>
      <path d="M8 3v9.5M4 9l4 3.7L12 9" />
    </Icon>
  );
}
