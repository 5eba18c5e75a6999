import type { Page } from '@playwright/test';
import { expect, openAtRest, runSource, test } from '../support/site.ts';
import { STORAGE_FORMAT_CASES } from '../support/storageFormats.ts';

/** Keeps every texture that the page creates, by its label, and the device that created it. */
function keepTextures(): void {
  const kept = new Map<string, { device: GPUDevice; texture: GPUTexture }>();
  Object.assign(globalThis, { keptTextures: kept });
  const { createTexture } = GPUDevice.prototype;
  GPUDevice.prototype.createTexture = function (this: GPUDevice, descriptor) {
    const texture = createTexture.call(this, descriptor);
    kept.set(texture.label, { device: this, texture });
    return texture;
  };
}

/** The bytes of the first texel in GPU memory. */
function readTexel(page: Page, label: string, byteCount: number): Promise<number[] | null> {
  return page.evaluate(
    async ([name, count]) => {
      const { keptTextures } = globalThis as unknown as {
        keptTextures: Map<string, { device: GPUDevice; texture: GPUTexture }>;
      };
      const kept = keptTextures.get(name);
      if (!kept) return null;
      const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
      const buffer = kept.device.createBuffer({ size: 256, usage });
      const encoder = kept.device.createCommandEncoder();
      encoder.copyTextureToBuffer({ texture: kept.texture }, { buffer }, [1, 1]);
      kept.device.queue.submit([encoder.finish()]);
      await buffer.mapAsync(GPUMapMode.READ);
      const bytes = [...new Uint8Array(buffer.getMappedRange(0, 16)).slice(0, count)];
      buffer.destroy();
      return bytes;
    },
    [label, byteCount] as const,
  );
}

test('textures of every storage format contain the bytes that a shader stored', async ({
  page,
  site,
}) => {
  await page.addInitScript(keepTextures);
  const { url } = await site.serve();
  await openAtRest(page, url);
  for (const { format, texel, stores, bytes } of STORAGE_FORMAT_CASES) {
    await test.step(format, async () => {
      const name = `stored_${format}`;
      await runSource(
        page,
        `import playground;
import printing;
[format("${format}")] [playground::BLACK(4, 4)] WTexture2D<${texel}> ${name};
[shader("compute")] [numthreads(4, 4, 1)] [playground::CALL(4, 4, 1)]
void store(uint2 at : SV_DispatchThreadID)
{
    ${name}.Store(at, ${stores});
    if (at.x + at.y == 0) print("stored");
}
`,
      );
      await expect.poll(() => readTexel(page, name, bytes.length)).toEqual(bytes);
      await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
    });
  }
});
