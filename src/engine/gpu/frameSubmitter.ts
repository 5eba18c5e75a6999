import { nextCall } from './dispatch.ts';
import type { EncodeCalls, OnceCalls, PreparedCall } from './frame.ts';

/** What was submitted: nothing, a piece of a frame, or a frame to its end. */
export type Drawn = 'nothing' | 'piece' | 'frame';

/** What belongs to a frame beside its calls. */
export interface FrameEnds {
  /** Before the first call. */
  begin(encoder: GPUCommandEncoder): void;
  /** Some of the calls. */
  readonly calls: EncodeCalls;
  /** After the last call. */
  end(encoder: GPUCommandEncoder): void;
  /** All of it is submitted. */
  submitted(): void;
}

/** Submits the calls of frames: as a rule a frame is one command buffer. */
export interface FrameSubmitter {
  /** Begins a frame with these calls. Returns whether any of them runs in it. */
  begin(calls: readonly PreparedCall[], once: OnceCalls): boolean;
  /** Submits the frame, or what is left of it; in pieces, its next dispatch alone. */
  submit(inPieces: boolean): Drawn;
  /** Submits what is left of a frame, if anything is. */
  finish(): void;
  /** Some pieces of the frame are left. */
  readonly isWithinFrame: boolean;
}

export function createFrameSubmitter(device: GPUDevice, ends: FrameEnds): FrameSubmitter {
  const submission: GPUCommandBuffer[] = [];
  let calls: readonly PreparedCall[] = [];
  let once: OnceCalls = 'all';
  /** The first call that is left. */
  let position = 0;
  let isWithinFrame = false;
  const submit = (inPieces: boolean): Drawn => {
    const end = inPieces ? nextCall(calls, once, position + 1) : calls.length;
    const encoder = device.createCommandEncoder();
    if (!isWithinFrame) ends.begin(encoder);
    ends.calls(encoder, calls, once, position, end);
    position = end;
    isWithinFrame = end < calls.length;
    if (!isWithinFrame) ends.end(encoder);
    submission[0] = encoder.finish();
    device.queue.submit(submission);
    if (isWithinFrame) return 'piece';
    ends.submitted();
    return 'frame';
  };
  return {
    submit,
    finish() {
      if (isWithinFrame) submit(false);
    },
    get isWithinFrame() {
      return isWithinFrame;
    },
    begin(nextCalls, nextOnce) {
      calls = nextCalls;
      once = nextOnce;
      position = nextCall(calls, once, 0);
      return position < calls.length;
    },
  };
}
