import { AnimateSlider } from './AnimationParts.tsx';
import { CaptureButton } from './CaptureParts.tsx';
import { CompareButton, CompareOverlay } from './CompareParts.tsx';
import { ProfileTab } from './ProfileParts.tsx';
import { TimelineSlot } from './TimelineParts.tsx';
import { createTimeTools, type TimeToolContext, type TimeTools } from './timeTools.ts';

/** What the tools of time put into the page. The tools themselves load one by one. */
export interface TimeParts {
  readonly tools: TimeTools;
  readonly AnimateSlider: typeof AnimateSlider;
  readonly CaptureButton: typeof CaptureButton;
  readonly CompareButton: typeof CompareButton;
  readonly CompareOverlay: typeof CompareOverlay;
  readonly ProfileTab: typeof ProfileTab;
  readonly TimelineSlot: typeof TimelineSlot;
}

export function createTimeParts(context: TimeToolContext): TimeParts {
  return {
    ...{ AnimateSlider, CaptureButton, CompareButton, CompareOverlay, ProfileTab, TimelineSlot },
    tools: createTimeTools(context),
  };
}
