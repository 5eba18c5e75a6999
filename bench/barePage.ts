import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An animated ring in plain WGSL that costs about as much per pixel as the default demo. */
const SHADER = `
@group(0) @binding(0) var picture : texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8)
fn draw(@builtin(global_invocation_id) id : vec3u) {
  let size = vec2f(textureDimensions(picture));
  let point = (2.0 * vec2f(id.xy) - size) / min(size.x, size.y);
  let angle = atan2(point.y, point.x);
  let wave = 0.05 * sin(6.0 * angle);
  let light = 0.035 / (abs(length(point) - 0.62 - wave) + 0.012);
  let hue = 0.5 + 0.5 * cos(angle + vec3f(0.0, 2.1, 4.2));
  textureStore(picture, id.xy, vec4f(light * hue, 1.0));
}`;

const PAGE = `<!doctype html>
<title>A bare page</title>
<canvas width="530" height="548"></canvas>
<script type="module">
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice();
const canvas = document.querySelector('canvas').getContext('webgpu');
const module = device.createShaderModule({ code: ${JSON.stringify(SHADER)} });
const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
canvas.configure({ device, format: 'rgba8unorm', usage: GPUTextureUsage.STORAGE_BINDING });
const frame = async () => {
  const view = canvas.getCurrentTexture().createView();
  const entries = [{ binding: 0, resource: view }];
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(67, 69);
  pass.end();
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
  performance.mark('playground:first-frame');
};
requestAnimationFrame(frame);
</script>`;

/** Serves a page that draws one picture, with no compiler and no interface. */
export async function serveBarePage(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
