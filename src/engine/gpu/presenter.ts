import { COVERING_TRIANGLE } from './coveringTriangle.ts';
import type { Size } from './screen.ts';

/** Draws a texture over the whole canvas, without filtering; texel (0, 0) is at the bottom left. */
const PRESENT_SHADER = /* wgsl */ `
@group(0) @binding(0) var picture : texture_2d<f32>;
${COVERING_TRIANGLE}
@fragment fn texel(at : Corner) -> @location(0) vec4f {
  let size = vec2f(textureDimensions(picture));
  let coordinate = vec2u(clamp(at.place * size, vec2f(0.0), size - 1.0));
  return vec4f(textureLoad(picture, coordinate, 0).rgb, 1.0);
}
`;

/** Grey, opaque (specification, section 9). */
const CLEAR_COLOR = [0.3, 0.3, 0.3, 1];

export type Presenter = ReturnType<typeof createPresenter>;

export function createPresenter(device: GPUDevice, format: GPUTextureFormat) {
  const module = device.createShaderModule({ label: 'present', code: PRESENT_SHADER });
  const bindGroupLayout = device.createBindGroupLayout({
    label: 'present',
    entries: [
      {
        binding: 0,
        visibility: GPUShaderStage.FRAGMENT,
        texture: { sampleType: 'unfilterable-float' },
      },
    ],
  });
  const pipeline = device.createRenderPipeline({
    label: 'present',
    layout: device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout] }),
    vertex: { module },
    fragment: { module, targets: [{ format }] },
  });
  const configured = new WeakMap<HTMLCanvasElement, GPUCanvasContext>();
  const bindGroups = new WeakMap<GPUTexture, GPUBindGroup>();

  // Updated in each frame to avoid allocations.
  let attachment: GPURenderPassColorAttachment | undefined;
  const attachments: GPURenderPassColorAttachment[] = [];
  const passDescriptor: GPURenderPassDescriptor = {
    label: 'present',
    colorAttachments: attachments,
  };

  const contextOf = (canvas: HTMLCanvasElement) => {
    const known = configured.get(canvas);
    if (known) return known;
    const context = canvas.getContext('webgpu');
    if (!context) throw new Error('Could not get webgpu context');
    context.configure({ device, format, alphaMode: 'opaque' });
    configured.set(canvas, context);
    return context;
  };
  const bindGroupOf = (picture: GPUTexture) => {
    const known = bindGroups.get(picture);
    if (known) return known;
    const bindGroup = device.createBindGroup({
      label: 'present',
      layout: bindGroupLayout,
      entries: [{ binding: 0, resource: picture.createView() }],
    });
    bindGroups.set(picture, bindGroup);
    return bindGroup;
  };

  return {
    /** @param timestamps written by the pass, if given */
    encode(
      encoder: GPUCommandEncoder,
      canvas: HTMLCanvasElement,
      size: Size,
      picture: GPUTexture,
      timestamps?: GPURenderPassTimestampWrites,
    ) {
      if (canvas.width !== size.width) canvas.width = size.width;
      if (canvas.height !== size.height) canvas.height = size.height;
      const view = contextOf(canvas).getCurrentTexture().createView();
      if (attachment) attachment.view = view;
      else attachment = { view, loadOp: 'clear', storeOp: 'store', clearValue: CLEAR_COLOR };
      attachments[0] = attachment;
      if (timestamps) passDescriptor.timestampWrites = timestamps;
      else delete passDescriptor.timestampWrites;
      const pass = encoder.beginRenderPass(passDescriptor);
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindGroupOf(picture));
      pass.draw(3);
      pass.end();
    },
  };
}
