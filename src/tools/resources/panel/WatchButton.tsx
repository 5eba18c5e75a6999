import { Button } from '#ui/Button.tsx';
import { OverFramesIcon } from './icons.tsx';

interface WatchButtonProps {
  /** What the button watches, such as `the selected cell`. */
  readonly of: string;
  /** Why it cannot be watched, as a sentence; null if it can. */
  readonly refusal: string | null;
  readonly onWatch: () => void;
}

export function WatchButton({ of, refusal, onWatch }: WatchButtonProps) {
  return (
    <Button
      kind="icon"
      label="Value over frames"
      hint={refusal ?? `Chart ${of} over frames, as they are drawn`}
      disabled={refusal !== null}
      onClick={onWatch}
    >
      <OverFramesIcon />
    </Button>
  );
}
