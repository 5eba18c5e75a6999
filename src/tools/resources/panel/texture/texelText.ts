import { decimalText } from '#core/data/numberText.ts';
import { texelFormat } from '#core/data/texelFormat.ts';
import type { TexelReading } from '#tools/resources/state.ts';

/** Such as `x 120, y 33: 0.25, 0.5, 1, 1`; with `z` for a texture that has slices. */
export function texelText({ x, y, z, value }: TexelReading, hasSlices: boolean): string {
  const place = hasSlices ? `x ${x}, y ${y}, z ${z}` : `x ${x}, y ${y}`;
  return `${place}: ${channelTexts(value)}`;
}

/** Such as `0.25, 0.5, 1, 1`. */
export function channelTexts(channels: readonly number[]): string {
  return channels.map(channelText).join(', ');
}

/** Stored values have at most the digits of a 32-bit float; integers have all of theirs. */
function channelText(value: number): string {
  return Number.isInteger(value) && !Object.is(value, -0)
    ? String(value)
    : decimalText(Math.fround(value), 'float32');
}

/** The channels that a format stores, as the first letters of their names. */
export function channelsOf(format: GPUTextureFormat | null): string {
  const count = (format && texelFormat(format)?.channels) || 4;
  return 'rgba'.slice(0, count);
}
