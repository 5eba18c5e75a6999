import { Button } from '#ui/Button.tsx';
import { CrosshairIcon, FollowIcon } from '#ui/icons.tsx';

interface PickButtonsProps {
  readonly isPicking: boolean;
  readonly isFollowing: boolean;
  readonly onPick: () => void;
  readonly onFollow: () => void;
}

/** The buttons of the playback bar that choose the pixel to debug. */
export function PickButtons({ isPicking, isFollowing, onPick, onFollow }: PickButtonsProps) {
  return (
    <>
      <Button
        kind="icon"
        label="Inspect pixel"
        hint={
          isPicking ? 'Stop picking a pixel (Escape)' : 'Pick a pixel and see how it was computed'
        }
        pressed={isPicking}
        onClick={onPick}
      >
        <CrosshairIcon />
      </Button>
      <Button
        kind="icon"
        label="Follow the pointer"
        hint={
          isFollowing
            ? 'Stop following the pointer'
            : 'Show the values of the pixel under the pointer while the shader runs'
        }
        pressed={isFollowing}
        onClick={onFollow}
      >
        <FollowIcon />
      </Button>
    </>
  );
}
