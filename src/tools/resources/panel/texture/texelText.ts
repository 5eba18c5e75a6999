import { decimalText } from '#core/data/cells.ts';
import { texelFormat } from '#core/data/texelFormat.ts';
import type { TexelReading } from '#tools/resources/state.ts';

/** For example, `x 120, y 33: 0.25, 0.5, 1, 1`; with `z` for textures with slices. */
export function texelText({ x, y, z, value }: TexelReading, hasSlices: boolean): string {
  const place = hasSlices ? `x ${x}, y ${y}, z ${z}` : `x ${x}, y ${y}`;
  return `${place}: ${channelTexts(value)}`;
}

/** For example, `0.25, 0.5, 1, 1`. */
export function channelTexts(channels: readonly number[]): string {
  return channels.map(channelText).join(', ');
}

/** Rounds to the precision of a 32-bit float, except integers. */
function channelText(value: number): string {
  return Number.isInteger(value) && !Object.is(value, -0)
    ? String(value)
    : decimalText(Math.fround(value), 'float32');
}

/** The channels of a format as letters. */
export function channelsOf(format: GPUTextureFormat | null): string {
  const count = (format && texelFormat(format)?.channels) || 4;
  return 'rgba'.slice(0, count);
}
