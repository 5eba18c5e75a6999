import { Icon } from './icons.tsx';

// Icons of parts that appear after the first picture; they load together with those parts.

/** An arrow into a tray. */
export function DownloadIcon() {
  return (
    <Icon>
      <path d="M8 2.2v7.6M4.8 6.9 8 10l3.2-3.1" />
      <path d="M2.5 11v2.5h11V11" />
    </Icon>
  );
}

export function DirectiveIcon() {
  return (
    <Icon>
      <path d="M6.5 2.5 5 13.5M11 2.5 9.5 13.5M3 6h10.5M2.5 10H13" />
    </Icon>
  );
}

/** An arrow out of a tray. */
export function UploadIcon() {
  return (
    <Icon>
      <path d="M8 10V2.4M4.8 5.3 8 2.2l3.2 3.1" />
      <path d="M2.5 11v2.5h11V11" />
    </Icon>
  );
}

/** A pin, filled if the item is pinned. */
export function PinIcon({ filled }: { readonly filled: boolean }) {
  return (
    <Icon>
      <path d="M6 2.5h4l-.6 4 2.6 2.8H4L6.6 6.5z" fill={filled ? 'currentColor' : 'none'} />
      <path d="M8 9.3v4.4" />
    </Icon>
  );
}

export function PencilIcon() {
  return (
    <Icon>
      <path d="m10.6 2.9 2.5 2.5-7.4 7.4-3.1.6.6-3.1z" />
      <path d="m9 4.5 2.5 2.5" />
    </Icon>
  );
}

/** An arrow that turns back. */
export function UndoIcon() {
  return (
    <Icon>
      <path d="M2.5 2.8v3.7h3.7" />
      <path d="M2.8 6.3A5.6 5.6 0 1 1 2.5 9.5" />
    </Icon>
  );
}

/** A picture whose left half shows another picture. */
export function CompareIcon() {
  return (
    <Icon>
      <path d="M8 3.5H2.5v9H8z" fill="currentColor" />
      <path d="M8 3.5h5.5v9H8M8 1.5v13" />
    </Icon>
  );
}

/** One period of a sine wave; in the accent colour if active. */
export function WaveIcon({ active }: { readonly active: boolean }) {
  return (
    <Icon>
      <path
        d="M1.8 8c1.6-6.6 4.6-6.6 6.2 0s4.6 6.6 6.2 0"
        style={active ? { stroke: 'var(--accent)' } : undefined}
      />
    </Icon>
  );
}

/** A circle with a bar across: empty. */
export function ClearIcon() {
  return (
    <Icon>
      <circle cx="8" cy="8" r="5.5" />
      <path d="m4.2 11.8 7.6-7.6" />
    </Icon>
  );
}

/** Two sheets, one behind the other. */
export function CopyIcon() {
  return (
    <Icon>
      <path d="M5.5 5.5h8v8h-8z" />
      <path d="M10.5 5.5v-3h-8v8h3" />
    </Icon>
  );
}

export function DoneIcon() {
  return (
    <Icon>
      <path d="m2.5 8.5 3.5 3.5 7.5-8" />
    </Icon>
  );
}

export function ErrorIcon() {
  return (
    <Icon>
      <circle cx="8" cy="8" r="5.8" />
      <path d="m5.9 5.9 4.2 4.2M10.1 5.9l-4.2 4.2" />
    </Icon>
  );
}

export function FailedIcon() {
  return (
    <Icon>
      <path d="M8 2.5v7M8 13v.2" />
    </Icon>
  );
}

export function NoteIcon() {
  return (
    <Icon>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.5v3.4M8 5.1v.1" />
    </Icon>
  );
}
