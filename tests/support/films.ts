import type { Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';

type ReadFilm = Awaited<ReturnType<typeof readFilm>>;

/** Reads a film, with bytes in Base64. */
export async function readFilm(bytes: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  if (!(await input.canRead())) {
    const start = Buffer.from(bytes.subarray(0, 64)).toString('hex');
    throw new Error(`${bytes.length} bytes are no film: they begin with ${start}.`);
  }
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('The file has no film that can be decoded.');
  const packets = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const { type, microsecondTimestamp: timestamp, microsecondDuration: duration } = packet;
    packets.push({ type, timestamp, duration, data: base64(packet.data) });
  }
  return {
    codec: config.codec,
    ...{ width: track.codedWidth, height: track.codedHeight, packets },
    /** In seconds. */
    duration: await input.computeDuration(),
    comment: (await input.getMetadataTags()).comment,
    description: config.description ? base64(bytesOf(config.description)) : null,
  };
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/**
 * Red, green and blue at some places in each frame, as decoded by the page.
 *
 * @param places from the top left, as fractions of width and height
 */
export async function decodeFilm(
  page: Page,
  film: ReadFilm,
  places: readonly (readonly [x: number, y: number])[],
) {
  return page.evaluate(
    async ({ film: { codec, width, height, description, packets }, places }) => {
      const bytes = (text: string) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('no canvas');
      const colors: number[][][] = [];
      let failure: string | null = null;
      const decoder = new VideoDecoder({
        output(frame) {
          context.drawImage(frame, 0, 0);
          frame.close();
          colors.push(
            places.map(([x, y]) => [
              ...context.getImageData(x * width, y * height, 1, 1).data.slice(0, 3),
            ]),
          );
        },
        error(thrown) {
          failure = String(thrown);
        },
      });
      decoder.configure({
        ...{ codec, codedWidth: width, codedHeight: height },
        ...(description !== null && { description: bytes(description) }),
      });
      for (const { type, timestamp, duration, data } of packets) {
        decoder.decode(new EncodedVideoChunk({ type, timestamp, duration, data: bytes(data) }));
      }
      await decoder.flush();
      if (failure !== null) throw new Error(failure);
      return colors;
    },
    { film, places },
  );
}

/** Makes the page save into its own file instead of to the user's disk. */
export async function saveIntoPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const showSaveFilePicker = async () => {
      const folder = await navigator.storage.getDirectory();
      return folder.getFileHandle('film', { create: true });
    };
    Object.assign(window, { showSaveFilePicker });
  });
}

export async function savedInPage(page: Page): Promise<Uint8Array> {
  const text = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle('film')).getFile();
    const reader = new FileReader();
    await new Promise((resolve, reject) => {
      reader.addEventListener('load', resolve);
      reader.addEventListener('error', () => reject(reader.error));
      reader.readAsDataURL(file);
    });
    return String(reader.result);
  });
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}
