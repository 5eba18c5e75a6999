import { COVERING_TRIANGLE } from '#engine/gpu/coveringTriangle.ts';
import { catchRefusals, type Refusal } from '#engine/gpu/errorScopes.ts';
import type { FrameMeter } from '#engine/gpu/frameObserver.ts';
import { createReadBack, paddedRow, unpad } from '#engine/gpu/readBack.ts';
import type { Size } from '#engine/gpu/screen.ts';

/** The pixels of a picture as the canvas shows them: rows from the top, RGBA. */
export interface Pixels extends Size {
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
}

/** Rows without padding. */
export interface Strip {
  /** The first row, counted from the top. */
  readonly top: number;
  readonly rows: number;
  /** RGBA. The receiver owns it. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Converts pictures of any format to pixels as a canvas shows them. */
export interface PictureReader {
  /**
   * Copies the current picture and reads it back. Rejects if the device is lost or out of memory.
   *
   * @param keepsAlpha false for an opaque picture, as on the canvas
   * @param size of the canvas; defaults to the picture’s own size
   */
  read(picture: GPUTexture, keepsAlpha: boolean, size?: Size): Promise<Pixels>;
  /**
   * Like `read`, but in strips of at most 4 MB, from the top; waits for `take` before it reads the
   * next strip. For pictures that are too large to hold in memory.
   */
  readStrips(picture: GPUTexture, keepsAlpha: boolean, size: Size, take: TakeStrip): Promise<void>;
}

export type TakeStrip = (strip: Strip) => void | Promise<void>;

/** Matches the presenter: texel (0, 0) is at the bottom left; scaled without filtering. */
const READ_SHADER = /* wgsl */ `
@group(0) @binding(0) var picture : texture_2d<f32>;
override keepsAlpha = false;
${COVERING_TRIANGLE}
@fragment fn texel(at : Corner) -> @location(0) vec4f {
  let size = vec2f(textureDimensions(picture));
  let coordinate = vec2u(clamp(at.place * size, vec2f(0.0), size - 1.0));
  let color = textureLoad(picture, coordinate, 0);
  return vec4f(color.rgb, select(1.0, color.a, keepsAlpha));
}
`;

/** The format of textures that pictures are converted to. */
export const SHOWN_FORMAT = 'rgba8unorm';
const BYTES_PER_PIXEL = 4;

const MAX_READ = 32 << 20;
const MAX_STRIP = 4 << 20;

/** @param drawOver draws what is shown over the picture */
export function createPictureReader(
  device: GPUDevice,
  drawOver?: FrameMeter['drawOver'],
): PictureReader {
  const convert = createPictureConverter(device, drawOver);
  return {
    async read(picture, keepsAlpha, { width, height } = picture) {
      const bytes = new Uint8ClampedArray(width * BYTES_PER_PIXEL * height);
      const request = { picture, keepsAlpha, size: { width, height }, maxBytes: MAX_READ };
      await readRows(device, convert, request, (mapped, { top, bytesPerRow }) => {
        unpad(mapped, bytesPerRow, bytes, width * BYTES_PER_PIXEL, top);
      });
      return { width, height, bytes };
    },
    async readStrips(picture, keepsAlpha, size, take) {
      const request = { picture, keepsAlpha, size, maxBytes: MAX_STRIP };
      const rowBytes = size.width * BYTES_PER_PIXEL;
      await readRows(device, convert, request, (mapped, { top, rows, bytesPerRow }) => {
        const bytes = new Uint8Array(rowBytes * rows);
        unpad(mapped, bytesPerRow, bytes, rowBytes, 0);
        return take({ top, rows, bytes });
      });
    },
  };
}

interface ReadRequest {
  readonly picture: GPUTexture;
  readonly keepsAlpha: boolean;
  readonly size: Size;
  readonly maxBytes: number;
}

interface MappedRows {
  readonly top: number;
  readonly rows: number;
  readonly bytesPerRow: number;
}

/** @param take receives padded rows, which are valid until it is done */
async function readRows(
  device: GPUDevice,
  convert: PictureConverter,
  { picture, keepsAlpha, size: { width, height }, maxBytes }: ReadRequest,
  take: (mapped: Uint8Array, rows: MappedRows) => void | Promise<void>,
): Promise<void> {
  const bytesPerRow = paddedRow(width * BYTES_PER_PIXEL);
  const atOnce = Math.min(height, Math.max(1, Math.floor(maxBytes / bytesPerRow)));
  const refusal = catchRefusals(device);
  const readBack = createReadBack(device, 'the picture', bytesPerRow * atOnce);
  const texture = device.createTexture({
    ...{ label: 'read a picture', size: [width, height], format: SHOWN_FORMAT },
    usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
  });
  let verdict: ReturnType<typeof refusal> | null = null;
  try {
    for (let top = 0; top < height; top += atOnce) {
      const rows = Math.min(atOnce, height - top);
      const encoder = device.createCommandEncoder({ label: 'read a picture' });
      if (top === 0) convert(encoder, picture, keepsAlpha, texture);
      const from = { texture, origin: [0, top] };
      const to = { buffer: readBack.buffer, bytesPerRow };
      encoder.copyTextureToBuffer(from, to, [width, rows]);
      device.queue.submit([encoder.finish()]);
      verdict ??= refusal();
      const refused = verdict;
      const isRead = await readBack.read(async (bytes) => {
        if (await refused) return false;
        await take(new Uint8Array(bytes), { top, rows, bytesPerRow });
        return true;
      }, bytesPerRow * rows);
      if (!isRead) break;
    }
  } catch (thrown) {
    if (!(await verdict)) throw thrown;
  } finally {
    readBack.dispose();
    texture.destroy();
  }
  const refused = await verdict;
  if (refused) throw new Error(explain(refused, width, height));
}

function explain({ kind, message }: Refusal, width: number, height: number): string {
  const size = `${width} × ${height}`;
  return kind === 'out of memory'
    ? `The device has no memory for a picture of ${size} pixels. Choose a smaller size.`
    : `The device cannot read a picture of ${size} pixels: ${message}`;
}

/** Draws a picture as a canvas of the target texture’s size shows it, with row 0 at the top. */
export type PictureConverter = (
  encoder: GPUCommandEncoder,
  picture: GPUTexture,
  keepsAlpha: boolean,
  into: GPUTexture,
) => void;

/** @param drawOver draws what is shown over the picture */
export function createPictureConverter(
  device: GPUDevice,
  drawOver?: FrameMeter['drawOver'],
): PictureConverter {
  const label = 'read a picture';
  const module = device.createShaderModule({ label, code: READ_SHADER });
  const texture = { sampleType: 'unfilterable-float' } as const;
  const entries = [{ binding: 0, visibility: GPUShaderStage.FRAGMENT, texture }];
  const bindGroupLayout = device.createBindGroupLayout({ label, entries });
  const layout = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout] });
  const pipelines = [false, true].map((keepsAlpha) =>
    device.createRenderPipeline({
      ...{ label, layout, vertex: { module } },
      fragment: {
        ...{ module, targets: [{ format: SHOWN_FORMAT }] },
        constants: { keepsAlpha: Number(keepsAlpha) },
      },
    }),
  );
  return (encoder, picture, keepsAlpha, into) => {
    const pass = encoder.beginRenderPass({
      label,
      colorAttachments: [{ view: into.createView(), loadOp: 'clear', storeOp: 'store' }],
    });
    const pipeline = pipelines[Number(keepsAlpha)];
    if (pipeline) pass.setPipeline(pipeline);
    const resource = picture.createView();
    const bound = { label, layout: bindGroupLayout, entries: [{ binding: 0, resource }] };
    pass.setBindGroup(0, device.createBindGroup(bound));
    pass.draw(3);
    pass.end();
    drawOver?.(encoder, into);
  };
}
