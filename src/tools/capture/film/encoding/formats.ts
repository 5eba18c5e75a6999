import { assertNever } from '#core/util/assertNever.ts';
import type { Size } from '#engine/gpu/screen.ts';

/** The names that mediabunny uses. */
export type FilmCodec = 'vp9' | 'vp8' | 'avc' | 'av1';

export interface FilmFormat {
  readonly id: 'webm-vp9' | 'webm-vp8' | 'mp4-avc' | 'mp4-av1';
  readonly text: string;
  readonly codec: FilmCodec;
  readonly codecText: string;
  readonly extension: 'webm' | 'mp4';
  readonly type: string;
  readonly isEven: boolean;
}

const WEBM = { extension: 'webm', type: 'video/webm' } as const;
const MP4 = { extension: 'mp4', type: 'video/mp4' } as const;

export const VP9: FilmFormat = {
  ...WEBM,
  id: 'webm-vp9',
  text: 'WebM (VP9)',
  codec: 'vp9',
  codecText: 'VP9',
  isEven: false,
};

export const FILM_FORMATS: readonly FilmFormat[] = [
  VP9,
  { ...WEBM, id: 'webm-vp8', text: 'WebM (VP8)', codec: 'vp8', codecText: 'VP8', isEven: false },
  { ...MP4, id: 'mp4-avc', text: 'MP4 (H.264)', codec: 'avc', codecText: 'H.264', isEven: true },
  { ...MP4, id: 'mp4-av1', text: 'MP4 (AV1)', codec: 'av1', codecText: 'AV1', isEven: false },
];

/** A codec's level: its name in the codec string, and its limits. */
type Level = readonly [name: string, pixels: number, pixelsPerSecond: number];

/** VP9 Bitstream Overview, appendix A. */
const VP9_LEVELS: readonly Level[] = [
  ['31', 983_040, 36_864_000],
  ['41', 2_228_224, 160_432_128],
  ['51', 8_912_896, 588_251_136],
  ['52', 8_912_896, 1_176_502_272],
  ['61', 35_651_584, 2_353_004_544],
  ['62', 35_651_584, 4_706_009_088],
];

/** AV1 specification, annex A: the names are values of seq_level_idx. */
const AV1_LEVELS: readonly Level[] = [
  ['05', 1_065_024, 39_938_400],
  ['09', 2_359_296, 141_557_760],
  ['13', 8_912_896, 534_773_760],
  ['14', 8_912_896, 1_069_547_520],
  ['17', 35_651_584, 2_139_095_040],
  ['18', 35_651_584, 4_278_190_080],
];

/** ITU-T H.264, table A-1. A macroblock has 256 pixels; names are hexadecimal. */
const AVC_LEVELS: readonly Level[] = [
  ['1f', 3600 * 256, 108_000 * 256],
  ['28', 8192 * 256, 245_760 * 256],
  ['2a', 8704 * 256, 522_240 * 256],
  ['33', 36_864 * 256, 983_040 * 256],
  ['34', 36_864 * 256, 2_073_600 * 256],
  ['3e', 139_264 * 256, 16_711_680 * 256],
];

/** The WebCodecs codec string, with the lowest level that supports the film. */
export function codecString(codec: FilmCodec, size: Size, rate: number): string {
  switch (codec) {
    case 'vp8':
      return 'vp8';
    case 'vp9':
      return `vp09.00.${levelOf(VP9_LEVELS, size, rate, 1)}.08`;
    case 'av1':
      return `av01.0.${levelOf(AV1_LEVELS, size, rate, 1)}M.08`;
    case 'avc':
      return `avc1.6400${levelOf(AVC_LEVELS, size, rate, 16)}`;
    default:
      return assertNever(codec);
  }
}

/** Falls back to the highest level, which the encoder may reject. */
function levelOf(
  levels: readonly Level[],
  { width, height }: Size,
  rate: number,
  block: number,
): string {
  const coded = (extent: number) => Math.ceil(extent / block) * block;
  const pixels = coded(width) * coded(height);
  const enough = levels.find(([, most, mostPerSecond]) => {
    return pixels <= most && pixels * rate <= mostPerSecond;
  });
  return (enough ?? levels.at(-1))?.[0] ?? '';
}

export function encoderConfig(
  { codec }: FilmFormat,
  { width, height }: Size,
  framerate: number,
  bitrate: number,
): VideoEncoderConfig {
  return {
    codec: codecString(codec, { width, height }, framerate),
    ...{ width, height, framerate, bitrate },
    // Never drop a frame to keep the bitrate.
    latencyMode: 'quality',
    ...(codec === 'avc' && { avc: { format: 'avc' as const } }),
  };
}

/** Rounds both sides down to even numbers. */
export function evenSize({ width, height }: Size): Size {
  return { width: width - (width % 2), height: height - (height % 2) };
}
