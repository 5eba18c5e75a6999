import { encodeCalls, nextCall } from '#gpu/dispatch.ts';
import type { FrameMeter, ObservedFrame } from '#gpu/frameObserver.ts';
import { copyFacts, type FrameMeasurer, factsOf, type OnMeasured } from './measuredFrame.ts';
import {
  addPass,
  beginTimedFrame,
  createTimestampRing,
  type TimedFrame,
  type TimestampRing,
} from './timestampRing.ts';

/** So many frames at the beginning are measured in turn as a whole and by calls. */
const ALTERNATING_FRAMES = 32;
/** Then one of so many is measured as a whole. */
const PLAIN_INTERVAL = 16;

/** Measures each call of a frame in a pass of its own; now and then a frame as it is without that. */
export function createTimestampMeter(device: GPUDevice, onMeasured: OnMeasured): FrameMeasurer {
  const cost = createScriptCost();
  let ring: TimestampRing | null = null;
  let current: TimedFrame | null = null;
  let begun = 0;
  const ringFor = (frame: ObservedFrame) => {
    if (ring && frame.calls.length < ring.maxPasses) return ring;
    ring?.dispose();
    ring = createTimestampRing(
      device,
      frame.calls.length,
      () => factsOf(frame),
      (measured) => {
        const started = performance.now();
        onMeasured(measured);
        cost.around(performance.now() - started);
      },
    );
    return ring;
  };
  const meter: FrameMeter = {
    encodeCalls(encoder, calls, once, start, end) {
      if (!current || !ring) return encodeCalls(encoder, calls, once, start, end);
      const started = performance.now();
      const { computePasses } = ring;
      if (current.isPlain) {
        const pass = addPass(current, null, true);
        encodeCalls(encoder, calls, once, start, end, computePasses[pass]);
      } else {
        let startsPiece = true;
        for (let call = nextCall(calls, once, start); call < end; ) {
          const pass = addPass(current, call, startsPiece);
          encodeCalls(encoder, calls, once, call, call + 1, computePasses[pass]);
          startsPiece = false;
          call = nextCall(calls, once, call + 1);
        }
      }
      cost.encoded(performance.now() - started, current.isPlain);
    },
    get presenting() {
      if (!current || !ring) return undefined;
      current.presents = true;
      return ring.presentingPass;
    },
  };
  return {
    kind: 'timestamps',
    meter,
    get resolution() {
      return ring?.resolution ?? 0;
    },
    get cost() {
      return { script: cost.ofFrame() };
    },
    frameBegins(frame) {
      const started = performance.now();
      current = ringFor(frame)?.take() ?? null;
      if (!current) return;
      copyFacts(current.facts, frame);
      const interval = begun < ALTERNATING_FRAMES ? 2 : PLAIN_INTERVAL;
      beginTimedFrame(current, begun % interval === interval - 1);
      begun += 1;
      cost.around(performance.now() - started);
    },
    frameSubmitted() {
      const started = performance.now();
      if (current) ring?.read(current);
      current = null;
      cost.around(performance.now() - started);
    },
    dispose() {
      current = null;
      ring?.dispose();
      ring = null;
    },
  };
}

/** Milliseconds of JavaScript, as means over all frames, since the clock is coarse. */
function createScriptCost() {
  let around = 0;
  let byCalls = 0;
  let plain = 0;
  let byCallsFrames = 0;
  let plainFrames = 0;
  return {
    /** Work that is the meter's alone. */
    around(milliseconds: number) {
      around += milliseconds;
    },
    /** Work that takes the place of the run's own. */
    encoded(milliseconds: number, isPlain: boolean) {
      if (isPlain) {
        plain += milliseconds;
        plainFrames += 1;
      } else {
        byCalls += milliseconds;
        byCallsFrames += 1;
      }
    },
    ofFrame() {
      const frames = plainFrames + byCallsFrames;
      if (plainFrames === 0 || byCallsFrames === 0) return Number.NaN;
      return Math.max(0, byCalls / byCallsFrames - plain / plainFrames) + around / frames;
    },
  };
}
