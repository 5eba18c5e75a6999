import { DEFAULT_LIMITS } from '#core/plan/deviceLimits.ts';
import { COUNTED, findExcess } from '#core/plan/limitExcess.ts';
import type { ExportedProgram } from './exportedProgram.ts';
import { followsCamera } from './initialValues.ts';

/**
 * Describes how an export handles animated sliders.
 *
 * @param instead a clause that says what the sliders do instead, or what the user has to do
 */
export function animationLimits({ animated }: ExportedProgram, instead: string): readonly string[] {
  return animated.length === 0 ? [] : [`The movement of ${animated.join(', ')}: ${instead}.`];
}

export const SET_UNIFORMS = 'set the values with setUniforms in each frame';

/**
 * Describes how an export handles the camera.
 *
 * @param instead a clause that says how to move the camera instead
 */
export function cameraLimits({ descriptor }: ExportedProgram, instead: string): readonly string[] {
  return followsCamera(descriptor) ? [`The movement of the camera: ${instead}.`] : [];
}

export const PAGE_CAMERA =
  'drag the picture to turn it, and scroll to come closer; other movements are not in the page';

/** Device features and limits that the program needs and some devices lack, as sentences. */
export function deviceLimits({ descriptor }: ExportedProgram): string[] {
  const excess = findExcess(descriptor, DEFAULT_LIMITS).map(
    ({ limit, used, allowed, owner }) =>
      `Devices that offer no more than WebGPU's default of ${allowed} ${COUNTED[limit]} cannot run it: ${owner.name} has ${used}.`,
  );
  const features = FEATURES.filter(([, pattern]) => pattern.test(descriptor.shader.code)).map(
    ([name]) => `Devices without WebGPU's feature ${name} cannot run it.`,
  );
  return [...excess, ...features];
}

/** Patterns that show in the WGSL code that a program needs a feature. */
const FEATURES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['shader-f16', /^enable\b[^;]*\bf16\b/m],
  ['subgroups', /^enable\b[^;]*\bsubgroups\b/m],
  ['bgra8unorm-storage', /texture_storage_[1-3]d(?:_array)?<\s*bgra8unorm\b/],
];

/** For formats that refer to the program's images and data without including them. */
export function fileLimits({ contents }: ExportedProgram): readonly string[] {
  if (contents.size === 0) return [];
  return [
    `The ${contents.size === 1 ? 'file' : `${contents.size} files`} that attributes load: the header names them only.`,
  ];
}

export function draws({ descriptor }: ExportedProgram): boolean {
  return descriptor.callCommands.some(({ type }) => type === 'DRAW');
}

/** For formats that name meshes without including their vertices. */
export function meshLimits({ descriptor }: ExportedProgram): readonly string[] {
  const meshes = descriptor.resourceCommands.flatMap(({ parsedCommand }) =>
    parsedCommand.type === 'MESH' ? [parsedCommand.mesh] : [],
  );
  if (meshes.length === 0) return [];
  return [
    `The vertices of ${[...new Set(meshes)].join(', ')}: the header names them only. C++ with Slang API has them as files.`,
  ];
}

/** For formats meant for C++ hosts. */
export function hostLimits(program: ExportedProgram): readonly string[] {
  const limits = [
    'The host: it makes the device, the buffers and the pipelines, and reads keys and mouse.',
  ];
  if (program.descriptor.outputTypes.includes('printing')) {
    limits.push('The formatting of printed text: the host reads the records of g_printedBuffer.');
  }
  if (draws(program)) {
    limits.push('The draws: comments describe their pipelines, and the host makes them.');
  }
  return [
    ...limits,
    ...animationLimits(program, 'the host sets their values in each frame'),
    ...cameraLimits(program, 'the constants are those of the camera now, for a square picture'),
  ];
}
