import type { Page } from '@playwright/test';

/** Counts the page's buffers and textures. Call before the page opens. */
export async function watchResources(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const live = new Set<object>();
    Object.assign(globalThis, { liveGpuResources: live });
    const device = GPUDevice.prototype;
    const { createBuffer, createTexture } = device;
    device.createBuffer = function (this: GPUDevice, descriptor) {
      const made = createBuffer.call(this, descriptor);
      // Ignores copies of printed text beyond each run's four, because their number depends on the
      // machine: more are created while the others are still in use. Also ignores the timeline's
      // copies, which grow over time.
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

export function liveCount(page: Page): Promise<number> {
  return page.evaluate(
    () => (globalThis as unknown as { liveGpuResources: Set<object> }).liveGpuResources.size,
  );
}
