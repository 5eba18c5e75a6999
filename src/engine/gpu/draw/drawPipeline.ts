import { DEPTH_FORMAT } from '#core/plan/contents.ts';
import { meshComponents } from '#core/plan/draw/meshParts.ts';
import type { DrawCommand, RunProgram, TargetUse } from '#core/plan/runDescriptor.ts';
import { messageOf } from '#core/util/errors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { DrawPipeline, DrawRequest } from '#engine/gpu/frame.ts';
import { type DrawShape, prepareDraw } from './drawPass.ts';

/** Fails with the entry point's name and the browser's reason. */
export async function createDrawPipeline(request: DrawRequest): Promise<Result<DrawPipeline>> {
  const { device, call, groups, moduleOf } = request;
  const { vertex, fragment } = call.code;
  const shape = drawShape(call, request.layout);
  const label = call.entryPoint;
  try {
    const pipeline = await device.createRenderPipelineAsync({
      label,
      layout: device.createPipelineLayout({
        label,
        bindGroupLayouts: groups.map((group) => group.layout),
      }),
      vertex: { module: moduleOf(vertex).module, buffers: vertexLayouts(call) },
      primitive: {
        topology: call.topology,
        cullMode: call.cull,
        // The vertex stage turns the picture over, and with it the order of the corners.
        frontFace: 'cw',
        ...(call.topology.endsWith('strip') && { stripIndexFormat: 'uint32' }),
      },
      ...(fragment !== null && {
        fragment: { module: moduleOf(fragment).module, targets: colorTargets(call, shape) },
      }),
      ...(shape.hasDepth && { depthStencil: depthState(call) }),
      multisample: { count: shape.samples },
    });
    return ok({
      call,
      groups,
      prepare: (resources, bindGroups) =>
        prepareDraw({ device, call, shape, pipeline, resources, bindGroups }),
    });
  } catch (thrown) {
    return fail(`Failed to create pipeline for entry point ${label}: ${messageOf(thrown)}`);
  }
}

function drawShape(
  { targets, depthTexture }: DrawCommand,
  layout: RunProgram['layout'],
): DrawShape {
  const colors = targets.map((name) => targetIn(layout, name));
  const [first] = colors;
  return {
    colors,
    samples: first?.samples ?? 1,
    hasDepth: depthTexture !== null || (first?.hasDepth ?? false),
  };
}

function targetIn(layout: RunProgram['layout'], name: string): TargetUse {
  const binding = ownValue(layout, name);
  if (!binding || !('target' in binding) || !binding.target) {
    throw new Error(`${name} is not a texture that can be drawn to.`);
  }
  return binding.target;
}

function depthState({ depth }: DrawCommand): GPUDepthStencilState {
  return {
    format: DEPTH_FORMAT,
    depthCompare: depth?.compare ?? 'always',
    depthWriteEnabled: depth?.write ?? false,
  };
}

/** Formats that no blending can be computed in; they are written as they are. */
const EXACT = /(?:32float|uint)$/;

function colorTargets(
  { blend, written }: DrawCommand,
  { colors }: DrawShape,
): GPUColorTargetState[] {
  return colors.map(({ format }, index) => ({
    format,
    writeMask: written.includes(index) ? 0xf : 0,
    ...(blend && !EXACT.test(format) && { blend }),
  }));
}

const FORMATS = { 2: 'float32x2', 3: 'float32x3', 4: 'float32x4' } as const;

function vertexLayouts({ inputs }: DrawCommand): GPUVertexBufferLayout[] {
  return inputs.map(({ location, semantic }) => {
    const components = meshComponents(semantic);
    return {
      arrayStride: components * Float32Array.BYTES_PER_ELEMENT,
      attributes: [{ shaderLocation: location, offset: 0, format: FORMATS[components] }],
    };
  });
}
