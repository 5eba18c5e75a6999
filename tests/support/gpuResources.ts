import type { Page } from '@playwright/test';

/** Counts the page's buffers and textures from now on, before it is opened. */
export async function watchResources(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const live = new Set<object>();
    Object.assign(globalThis, { liveGpuResources: live });
    const device = GPUDevice.prototype;
    const { createBuffer, createTexture } = device;
    device.createBuffer = function (this: GPUDevice, descriptor) {
      const made = createBuffer.call(this, descriptor);
      // Copies of printed text beyond the four of each run are made if those are still on their
      // way: how many, is up to the machine. The timeline copies what a run holds as time passes.
      if (!/^(?:printed text (?:[4-9]|\d\d)|copy of )/.test(made.label)) live.add(made);
      return made;
    };
    device.createTexture = function (this: GPUDevice, descriptor) {
      const made = createTexture.call(this, descriptor);
      if (!made.label.startsWith('copy of ')) live.add(made);
      return made;
    };
    for (const { prototype } of [GPUBuffer, GPUTexture]) {
      const { destroy } = prototype;
      prototype.destroy = function (this: GPUBuffer & GPUTexture) {
        live.delete(this);
        return destroy.call(this);
      };
    }
  });
}

/** Resources that were made and not destroyed. */
export function liveCount(page: Page): Promise<number> {
  return page.evaluate(
    () => (globalThis as unknown as { liveGpuResources: Set<object> }).liveGpuResources.size,
  );
}
