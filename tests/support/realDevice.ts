import { create, globals } from 'webgpu';
import { requestGpuDevice } from '#engine/gpu/device.ts';
import { decodePng } from './png.ts';

/** Dawn, the WebGPU of Chromium. It must live as long as its devices. */
const gpu = create([]);

/** The device that the playground would get from a browser, in Node. */
export async function requestRealDevice(): Promise<GPUDevice> {
  Object.assign(globalThis, globals, { createImageBitmap: decodeImage });
  const device = await requestGpuDevice(gpu);
  if (!device.ok) throw new Error(device.error);
  const { queue } = device.value;
  const writeBuffer = queue.writeBuffer.bind(queue);
  Object.assign(queue, {
    copyExternalImageToTexture: copyImage,
    // Dawn's takes no DataView.
    writeBuffer: (buffer: GPUBuffer, offset: number, data: GPUAllowSharedBufferSource) =>
      writeBuffer(buffer, offset, data instanceof DataView ? new Uint8Array(data.buffer) : data),
  });
  return device.value;
}

/** The adapter that {@link requestRealDevice} uses, such as “google swiftshader”. */
export async function adapterName(): Promise<string> {
  const info = (await gpu.requestAdapter())?.info;
  return [info?.vendor, info?.architecture, info?.description].filter(Boolean).join(' ');
}

/** Stands in for the browser's: it knows PNG files with red, green and blue. */
async function decodeImage(file: Blob) {
  const { width, height, data } = decodePng(Buffer.from(await file.arrayBuffer()));
  const texels = new Uint8Array(width * height * 4).fill(255);
  for (let texel = 0; texel < width * height; texel += 1) {
    texels.set(data.subarray(texel * 3, texel * 3 + 3), texel * 4);
  }
  return { width, height, texels, close: () => {} };
}

/** Dawn has this only in browsers. */
function copyImage(
  this: GPUQueue,
  { source }: GPUCopyExternalImageSourceInfo,
  destination: GPUCopyExternalImageDestInfo,
  size: GPUExtent3D,
): void {
  const { texels, width } = source as unknown as Awaited<ReturnType<typeof decodeImage>>;
  this.writeTexture(destination, texels, { bytesPerRow: width * 4 }, size);
}
