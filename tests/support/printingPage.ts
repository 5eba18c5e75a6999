import type { Page } from '@playwright/test';
import type { CompiledProgram } from '#core/output/compileResult.ts';
import { PRINT_BUFFER_BYTES } from '#core/plan/printing/printBuffer.ts';
import { readPrintRecords } from '#core/plan/printing/readPrintRecords.ts';

/** An entry point and its number of thread groups along x. */
export interface Dispatch {
  readonly entryPoint: string;
  readonly groups: number;
}

export async function openEmptyPage(page: Page): Promise<void> {
  await page.route('https://empty.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>empty</title>' }),
  );
  await page.goto('https://empty.test/');
}

/**
 * Runs one frame of a program that has only a print buffer, with these dispatches, using WebGPU
 * directly; returns what it printed. Throws on WebGPU validation errors.
 */
export async function runAndRead(
  page: Page,
  program: CompiledProgram,
  dispatches: readonly Dispatch[],
) {
  const words = await page.evaluate(runOnGpu, {
    code: program.code,
    dispatches,
    bytes: PRINT_BUFFER_BYTES,
  });
  return {
    ...readPrintRecords(Uint32Array.from(words), program.hashedStrings),
    /** The number of records that the threads requested. */
    count: words[2] ?? 0,
  };
}

/** Runs in the page. */
async function runOnGpu({
  code,
  dispatches,
  bytes,
}: {
  code: string;
  dispatches: readonly Dispatch[];
  bytes: number;
}): Promise<number[]> {
  const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
  if (!device) throw new Error('There is no WebGPU device.');
  device.pushErrorScope('validation');
  const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST | GPUBufferUsage.STORAGE;
  const buffer = device.createBuffer({ size: bytes, usage });
  const copy = device.createBuffer({
    size: bytes,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  const module = device.createShaderModule({ code });
  const layout = device.createBindGroupLayout({
    entries: [{ binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'storage' } }],
  });
  const bindGroup = device.createBindGroup({
    layout,
    entries: [{ binding: 0, resource: { buffer } }],
  });
  const encoder = device.createCommandEncoder();
  encoder.clearBuffer(buffer);
  for (const { entryPoint, groups } of dispatches) {
    const pass = encoder.beginComputePass();
    pass.setPipeline(
      device.createComputePipeline({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint },
      }),
    );
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(groups);
    pass.end();
  }
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, bytes);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  await copy.mapAsync(GPUMapMode.READ);
  const words = [...new Uint32Array(copy.getMappedRange())];
  device.destroy();
  return words;
}
