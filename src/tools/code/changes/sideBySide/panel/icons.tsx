import { Icon } from '#ui/icons.tsx';

export function SidesIcon() {
  return (
    <Icon>
      <path d="M2.5 2.5h4v11h-4zM9.5 2.5h4v11h-4z" />
    </Icon>
  );
}

export function SwapIcon() {
  return (
    <Icon>
      <path d="M2.5 5.5h10M10 3l2.5 2.5L10 8M13.5 10.5h-10M6 8l-2.5 2.5L6 13" />
    </Icon>
  );
}
