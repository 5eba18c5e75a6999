import type { Size } from '#gpu/screen.ts';

/** The pixels of a picture as the canvas shows them: rows from the top, red, green, blue, alpha. */
export interface Pixels extends Size {
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
}

/** Converts pictures of any format to what the canvas shows of them. */
export interface PictureReader {
  /**
   * Copies the picture as it is now, and reads it back. Rejects if the device is lost.
   *
   * @param keepsAlpha false for an opaque picture, as on the canvas
   */
  read(picture: GPUTexture, keepsAlpha: boolean): Promise<Pixels>;
}

/** Draws texel (0, 0) at the bottom left, as the presenter does. */
const READ_SHADER = /* wgsl */ `
@group(0) @binding(0) var picture : texture_2d<f32>;
override keepsAlpha = false;

@vertex fn corner(@builtin(vertex_index) index : u32) -> @builtin(position) vec4f {
  // One triangle that covers everything.
  return vec4f(vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment fn texel(@builtin(position) place : vec4f) -> @location(0) vec4f {
  let at = vec2u(place.xy);
  let color = textureLoad(picture, vec2u(at.x, textureDimensions(picture).y - 1u - at.y), 0);
  return vec4f(color.rgb, select(1.0, color.a, keepsAlpha));
}
`;

/** Of the textures that pictures are converted to. */
export const SHOWN_FORMAT = 'rgba8unorm';
const BYTES_PER_PIXEL = 4;
const ROW_ALIGNMENT = 256;

export function createPictureReader(device: GPUDevice): PictureReader {
  const convert = createPictureConverter(device);
  return {
    async read(picture, keepsAlpha) {
      const { width, height } = picture;
      const rowBytes = width * BYTES_PER_PIXEL;
      const bytesPerRow = Math.ceil(rowBytes / ROW_ALIGNMENT) * ROW_ALIGNMENT;
      const buffer = device.createBuffer({
        label: 'the picture, read back',
        size: bytesPerRow * height,
        usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
      });
      const encoder = device.createCommandEncoder({ label: 'read a picture' });
      const texture = device.createTexture({
        ...{ label: 'read a picture', size: [width, height], format: SHOWN_FORMAT },
        usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
      });
      convert(encoder, picture, keepsAlpha, texture);
      encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height]);
      device.queue.submit([encoder.finish()]);
      try {
        await buffer.mapAsync(GPUMapMode.READ);
        const bytes = withoutPadding(buffer.getMappedRange(), rowBytes, bytesPerRow);
        return { width, height, bytes };
      } finally {
        buffer.destroy();
        texture.destroy();
      }
    },
  };
}

/** Draws a picture as the canvas shows it into a texture of its size, row 0 at the top. */
export type PictureConverter = (
  encoder: GPUCommandEncoder,
  picture: GPUTexture,
  keepsAlpha: boolean,
  into: GPUTexture,
) => void;

export function createPictureConverter(device: GPUDevice): PictureConverter {
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
  };
}

function withoutPadding(
  mapped: ArrayBuffer,
  rowBytes: number,
  bytesPerRow: number,
): Uint8ClampedArray<ArrayBuffer> {
  const rows = mapped.byteLength / bytesPerRow;
  const bytes = new Uint8ClampedArray(rowBytes * rows);
  for (let row = 0; row < rows; row += 1) {
    bytes.set(new Uint8ClampedArray(mapped, row * bytesPerRow, rowBytes), row * rowBytes);
  }
  return bytes;
}
