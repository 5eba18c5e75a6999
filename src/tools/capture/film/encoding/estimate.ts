import type { Size } from '#engine/gpu/screen.ts';
import type { FilmCodec } from './formats.ts';

export type FilmQuality = 'low' | 'medium' | 'high';

/** Per frame. */
const BITS_PER_PIXEL: Readonly<Record<FilmQuality, number>> = {
  low: 0.04,
  medium: 0.08,
  high: 0.2,
};

/** Older codecs need this much more for the same quality. */
const CODEC_FACTOR: Readonly<Record<FilmCodec, number>> = { vp9: 1, av1: 1, vp8: 1.5, avc: 1.5 };

const MIN_BITRATE = 500_000;

/** Target bitrate in bits per second. Simple pictures need less. */
export function bitrateOf(
  { width, height }: Size,
  rate: number,
  quality: FilmQuality,
  codec: FilmCodec,
): number {
  const bits = width * height * rate * BITS_PER_PIXEL[quality] * CODEC_FACTOR[codec];
  return Math.max(MIN_BITRATE, Math.round(bits / 1000) * 1000);
}

export interface FilmProgress {
  /** Frames passed to the encoder. */
  readonly done: number;
  readonly count: number;
  /** Size of the first `encoded` frames. */
  readonly bytes: number;
  readonly encoded: number;
  /** Milliseconds since the first frame. */
  readonly elapsed: number;
}

/** Minimum number of frames for an estimate of the rest. */
const ENOUGH_FRAMES = 10;

export function estimatedBytes(bitrate: number, rate: number, count: number): number {
  return ((bitrate / 8) * count) / rate;
}

/** Estimated from the frames so far; with too few of them, from the target bitrate. */
export function expectedBytes(progress: FilmProgress, bitrate: number, rate: number): number {
  const { bytes, encoded, count } = progress;
  if (encoded < ENOUGH_FRAMES) return estimatedBytes(bitrate, rate, count);
  return (bytes / encoded) * count;
}

/** Estimated milliseconds until the last frame is done; null if there are too few frames. */
export function timeLeft({ done, count, elapsed }: FilmProgress): number | null {
  if (done < ENOUGH_FRAMES) return null;
  return (elapsed / done) * (count - done);
}

export function timeText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
