import type { Size } from '#engine/gpu/screen.ts';
import { encoderConfig, evenSize, FILM_FORMATS, type FilmFormat } from './formats.ts';

/** The part of `VideoEncoder` that is used here. */
interface EncoderSupport {
  isConfigSupported(config: VideoEncoderConfig): Promise<{ readonly supported?: boolean }>;
}

/** Why each format is unavailable, as a short text; null if it is available. */
export type FormatRefusals = ReadonlyMap<FilmFormat['id'], string | null>;

/** A film that an encoder accepts if it works at all. */
const SMALL: Size = { width: 640, height: 360 };
const SMALL_RATE = 30;
const SMALL_BITRATE = 1_000_000;

export async function findRefusals(
  size: Size,
  rate: number,
  bitrate: number,
  encoder: EncoderSupport | undefined = globalThis.VideoEncoder,
): Promise<FormatRefusals> {
  const found = FILM_FORMATS.map(async (format) => {
    const shown = format.isEven ? evenSize(size) : size;
    const reason = await refusalOf(format, shown, rate, bitrate, encoder);
    return [format.id, reason] as const;
  });
  return new Map(await Promise.all(found));
}

async function refusalOf(
  format: FilmFormat,
  size: Size,
  rate: number,
  bitrate: number,
  encoder: EncoderSupport | undefined,
): Promise<string | null> {
  if (!encoder) return 'not in this browser';
  const isSupported = async (...film: [Size, number, number]) => {
    try {
      return (await encoder.isConfigSupported(encoderConfig(format, ...film))).supported === true;
    } catch {
      return false;
    }
  };
  if (await isSupported(size, rate, bitrate)) return null;
  return (await isSupported(SMALL, SMALL_RATE, SMALL_BITRATE))
    ? `not at ${size.width} × ${size.height}, ${rate} frames a second`
    : 'not in this browser';
}
