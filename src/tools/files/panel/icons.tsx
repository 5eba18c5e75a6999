import { Icon } from '#ui/icons.tsx';

export function PlusIcon() {
  return (
    <Icon>
      <path d="M8 3v10M3 8h10" />
    </Icon>
  );
}

/** Three dots. */
export function MoreIcon() {
  return (
    <Icon>
      <path d="M3.5 8v.1M8 8v.1M12.5 8v.1" strokeWidth="2" />
    </Icon>
  );
}

/** A landscape in a frame. */
export function ImagesIcon() {
  return (
    <Icon>
      <path d="M2.5 3h11v10h-11z" />
      <path d="m2.8 11.5 3.4-3.8 2.6 2.8 1.8-1.8 2.7 2.8M10.6 5.8v.1" />
    </Icon>
  );
}
