import { meshComponents, meshSemantic } from '#core/plan/draw/meshParts.ts';
import { isSystemValue, readStageIo } from '#core/plan/draw/stageIo.ts';
import type {
  CallCommand,
  DispatchCommand,
  DrawCommand,
  RunDescriptor,
  TargetUse,
} from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { ModuleInterface } from './spirv/moduleInterface.ts';

export function isDraw(call: CallCommand): call is DrawCommand {
  return call.type === 'DRAW';
}

export function dispatchesOf({ callCommands }: RunDescriptor): readonly DispatchCommand[] {
  return callCommands.filter((call) => !isDraw(call));
}

/**
 * Describes the pipelines of a program's draws, for comments in host code that does not execute
 * them. Empty if the program does not draw.
 *
 * @param module has the locations of vertex inputs, which differ from those in WGSL
 */
export function drawText(program: ExportedProgram, module: ModuleInterface): string[] {
  const { callCommands } = program.descriptor;
  if (!callCommands.some(isDraw)) return [];
  const order = callCommands.map(
    (call) => `${isDraw(call) ? 'draw' : 'dispatch'} ${call.entryPoint}`,
  );
  return [
    'The draws, which this code does not execute: a host makes their pipelines as described here.',
    `Each frame, in this order: ${order.join(', ')}.`,
    'In clip space, y points up and depth goes from 0 to 1: in Vulkan, give the viewport a negative height.',
    'Values between the stages have locations in the order in which each stage declares them.',
    ...callCommands.filter(isDraw).flatMap((draw) => ['', ...describeDraw(draw, program, module)]),
  ];
}

function describeDraw(
  draw: DrawCommand,
  program: ExportedProgram,
  module: ModuleInterface,
): string[] {
  const { vertex, fragment, callOnce, topology, cull } = draw;
  return [
    `Draw ${draw.entryPoint}${callOnce ? ', in the first frame only' : ''}:`,
    `- vertex stage: ${vertex ?? 'one triangle over the whole target, which the module does not have; UV is (0, 0) at the bottom left'}`,
    `- fragment stage: ${fragment ?? 'none'}`,
    `- vertices: ${verticesText(draw)}`,
    ...inputsText(draw, program, module),
    ...draw.targets.map((name, index) => targetText(draw, program.descriptor, name, index)),
    depthText(draw, program.descriptor),
    `- primitives: ${topology}, ${cull === 'none' ? 'nothing is culled' : `${cull} faces are culled`}, front faces are counter-clockwise`,
    `- blending: ${blendText(draw)}`,
  ].map((line) => (line.startsWith('-') ? `  ${line}` : line));
}

function verticesText({ vertices, instanceCount, indirect }: DrawCommand): string {
  const drawn =
    vertices.kind === 'mesh'
      ? `the mesh ${vertices.mesh}, with 32-bit indices`
      : String(vertices.count);
  if (indirect === null) return `${drawn}; instances: ${instanceCount}`;
  const place = `${indirect.bufferName}, ${indirect.offset} bytes from its start`;
  return vertices.kind === 'mesh'
    ? `${drawn}; the number of instances is the second of the uint32 in ${place}`
    : `indirect, from four uint32 in ${place}`;
}

/** Reads the locations from the module, where the inputs have their names in the source. */
function inputsText(
  { vertex, vertices }: DrawCommand,
  { program }: ExportedProgram,
  { entryPoints }: ModuleInterface,
): string[] {
  if (vertex === null || vertices.kind !== 'mesh') return [];
  const declared = readStageIo(program.reflection, vertex).inputs.filter(
    (value) => !isSystemValue(value),
  );
  const inputs = entryPoints.find(({ name }) => name === vertex)?.inputs ?? [];
  return inputs.map(({ name, location }) => {
    const at = declared.findIndex((value) => value.name === name.split('.').at(-1));
    const [value] = declared.splice(Math.max(0, at), 1);
    const semantic = meshSemantic(value?.semantic ?? name);
    return `- vertex input at location ${location}: ${semantic} of the mesh, float32x${meshComponents(semantic)}, in a buffer of its own`;
  });
}

function targetText(
  { clear }: DrawCommand,
  { layout }: RunDescriptor,
  name: string,
  index: number,
): string {
  const { format, samples } = targetIn(layout, name);
  const smooth = samples > 1 ? `, drawn with ${samples} samples and resolved` : '';
  const before = clear ? `cleared to (${clear.join(', ')})` : 'not cleared';
  return `- target ${index}: ${name}, ${format}${smooth}, ${before}`;
}

function targetIn(layout: RunDescriptor['layout'], name: string): TargetUse {
  const binding = ownValue(layout, name);
  const target = binding && 'target' in binding ? binding.target : undefined;
  return target ?? { format: 'rgba8unorm', samples: 1, hasDepth: false };
}

function depthText(
  { depth, depthTexture, targets, clearDepth }: DrawCommand,
  { layout }: RunDescriptor,
): string {
  const [first = ''] = targets;
  if (depthTexture === null && !targetIn(layout, first).hasDepth) return '- depth: none';
  const where = depthTexture ?? `of its own, with the size and samples of ${first}`;
  const test = `compare ${depth?.compare ?? 'always'}, ${depth?.write ? 'written' : 'not written'}`;
  const before = clearDepth === null ? 'not cleared' : `cleared to ${clearDepth}`;
  return `- depth: depth32float ${depthTexture === null ? where : `in ${where}`}, ${test}, ${before}`;
}

function blendText({ blend }: DrawCommand): string {
  if (!blend) return 'none';
  const part = ({ operation = 'add', srcFactor = 'one', dstFactor = 'zero' }: GPUBlendComponent) =>
    `${operation} (source × ${srcFactor}, target × ${dstFactor})`;
  return `colour ${part(blend.color)}, alpha ${part(blend.alpha)}`;
}
