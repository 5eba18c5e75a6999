/** Runs in the page. WebGPU's messages for each module, including warnings. */
export async function checkWgsl(codes: string[]): Promise<string[][]> {
  const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
  if (!device) throw new Error('There is no WebGPU device.');
  const said: string[][] = [];
  for (const code of codes) {
    device.pushErrorScope('validation');
    const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
    const error = await device.popErrorScope();
    said.push([...messages.map(({ message }) => message), ...(error ? [error.message] : [])]);
  }
  device.destroy();
  return said;
}

interface Computation {
  readonly codes: readonly string[];
  readonly block: readonly number[];
}

/**
 * Runs in the page. The four floats in each program's buffer at binding 1, or WebGPU's message if
 * it refuses the program.
 */
export async function computeResults({
  codes,
  block: words,
}: Computation): Promise<(string | number[])[]> {
  const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
  if (!device) throw new Error('There is no WebGPU device.');
  const usage = GPUBufferUsage.COPY_DST;
  const size = 4 * words.length;
  const block = device.createBuffer({ size, usage: usage | GPUBufferUsage.UNIFORM });
  device.queue.writeBuffer(block, 0, new Uint32Array(words));
  const results: (string | number[])[] = [];
  for (const code of codes) {
    device.pushErrorScope('validation');
    const result = device.createBuffer({
      size: 16,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC,
    });
    const copy = device.createBuffer({ size: 16, usage: usage | GPUBufferUsage.MAP_READ });
    const module = device.createShaderModule({ code });
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    const entries = [block, result].map((buffer, binding) => ({ binding, resource: { buffer } }));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }),
    );
    pass.dispatchWorkgroups(1);
    pass.end();
    encoder.copyBufferToBuffer(result, 0, copy, 0, 16);
    device.queue.submit([encoder.finish()]);
    const error = await device.popErrorScope();
    if (!error) await copy.mapAsync(GPUMapMode.READ);
    results.push(error ? error.message : [...new Float32Array(copy.getMappedRange())]);
  }
  device.destroy();
  return results;
}
