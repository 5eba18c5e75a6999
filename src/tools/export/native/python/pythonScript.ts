import { cameraNumbers, cameraOf } from '#core/plan/draw/camera.ts';
import {
  type Parameter,
  type ProgramReflection,
  type ReflectedType,
  readReflection,
} from '#core/plan/reflection/reflection.ts';
import {
  type DispatchCommand,
  OUTPUT_TEXTURE,
  PRINT_BUFFER,
  type UniformComponent,
  uniformComponents,
} from '#core/plan/runDescriptor.ts';
import { MAIN_FILE } from '#core/project/project.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { dispatchesOf } from '#tools/export/native/drawText.ts';
import type { DataFile } from '#tools/export/program/dataFiles.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { followsCamera, initialColor, initialNumber } from '#tools/export/program/initialValues.ts';
import {
  type PythonValue,
  pythonComment,
  pythonTable,
  pythonValue,
  resourceTables,
} from './resourceTables.ts';
import runProgram from './runProgram.py?raw';

/** How far the script was tested; also in its first lines. */
export const CHECKED =
  'Its syntax is checked with Python’s own parser; it is modelled on slangpy’s published API ' +
  'and has not been run with slangpy.';

/** The size of the script's picture, in pixels. */
const SIZE = { width: 960, height: 540 };

const HEAD = `import math
from pathlib import Path
import re
import struct

import numpy as np
import slangpy as spy

HERE = Path(__file__).resolve().parent

# The layout of buffers is Vulkan's; another kind of device may need other sizes.
DEVICE = spy.DeviceType.vulkan

# The size of the picture, and the frames to draw. The last one is saved.
WIDTH, HEIGHT = ${SIZE.width}, ${SIZE.height}
FRAMES = 9
SECONDS_PER_FRAME = 1 / 60

# The input of all frames: the mouse as in the playground, and the names of held keys.
MOUSE = [0.0, 0.0, 0.0, 0.0]
KEYS = set()
`;

export function writePythonScript(
  program: ExportedProgram,
  files: ReadonlyMap<string, DataFile>,
): string {
  const { descriptor, name, seed } = program;
  const reflection = readReflection(program.program.reflection);
  const { buffers, textures, samplers } = resourceTables(program, files);
  const places = Object.keys(descriptor.layout).flatMap((resource) => {
    const place = cursorPath(resource, reflection);
    return place ? [row(resource, placeValue(place))] : [];
  });
  const has = (output: 'image' | 'printing') => descriptor.outputTypes.includes(output);
  return [
    `"""${pythonComment(name)}, exported from Slang Playground, for slangpy.`,
    '',
    'Install slangpy and numpy, then run this file: it draws some frames and saves the last one.',
    `${CHECKED.replaceAll('’', "'")}`,
    '"""',
    '',
    HEAD,
    `NAME = ${pythonValue(name)}`,
    `MAIN_FILE = ${pythonValue(MAIN_FILE)}`,
    `SEED = ${seed}`,
    `PICTURE = ${pythonValue(has('image') ? OUTPUT_TEXTURE : null)}`,
    `PRINT_BUFFER = ${pythonValue(has('printing') ? PRINT_BUFFER : null)}`,
    '',
    '# The contents of the resources before the first frame. Sizes are in bytes and texels.',
    ...pythonTable('BUFFERS', rows(buffers), '{}'),
    ...pythonTable('TEXTURES', rows(textures), '{}'),
    ...pythonTable('SAMPLERS', samplers.map(pythonValue), '[]'),
    '',
    '# Where they are bound.',
    ...pythonTable('PLACES', places, '{}'),
    '',
    ...(followsCamera(descriptor) ? CAMERA_NOTE : []),
    ...pythonTable('UNIFORMS', uniformRows(program, reflection), '[]'),
    '',
    '# The dispatches of a frame, in order.',
    ...pythonTable('DISPATCHES', dispatchesOf(descriptor).map(dispatchRow), '[]'),
    '',
    '# The texts that the shader prints, by their hashes.',
    ...pythonTable('STRINGS', stringRows(program), '{}'),
    '',
    '',
    runProgram,
  ].join('\n');
}

const CAMERA_NOTE: readonly string[] = [
  '# The camera is as it was when the program was exported, for a picture of this size. Its matrices',
  '# are row by row.',
];

function row(key: string, value: PythonValue): string {
  return `${pythonValue(key)}: ${pythonValue(value)}`;
}

function rows(table: ReadonlyMap<string, PythonValue>): string[] {
  return Array.from(table, ([key, value]) => row(key, value));
}

function placeValue({ entryPoint, path }: CursorPath): PythonValue {
  return { entry_point: entryPoint, path };
}

function stringRows({ program }: ExportedProgram): string[] {
  return Object.entries(program.hashedStrings).map(
    ([hash, text]) => `${hash}: ${pythonValue(text)}`,
  );
}

function uniformRows(program: ExportedProgram, reflection: ProgramReflection): string[] {
  return uniformComponents(program.descriptor).flatMap((component) => {
    const place = cursorPath(component.name, reflection);
    if (!place) return [];
    return [pythonValue({ place: placeValue(place), ...sourceOf(component, program) })];
  });
}

function sourceOf(
  component: UniformComponent,
  { uniformValues }: ExportedProgram,
): { readonly [key: string]: PythonValue } {
  switch (component.type) {
    case 'TIME':
      return { source: 'time', scalar: component.scalarType };
    case 'FRAME_ID':
      return { source: 'frame', scalar: component.scalarType };
    case 'MOUSE_POSITION':
      return { source: 'mouse', scalar: component.scalarType };
    case 'KEY':
      return { source: 'key', key: component.key, scalar: component.scalarType };
    case 'SLIDER':
      return { source: 'slider', value: initialNumber(component, uniformValues) };
    case 'COLOR_PICK': {
      const color = initialColor(component, uniformValues);
      return { source: 'color', value: component.elementCount === 4 ? [...color, 1] : [...color] };
    }
    case 'CAMERA': {
      const aspect = SIZE.width / SIZE.height;
      const value = cameraNumbers(component.part, cameraOf(uniformValues), aspect);
      return { source: 'camera', value };
    }
    default:
      return assertNever(component);
  }
}

function dispatchRow(call: DispatchCommand): string {
  const common = { entry_point: call.entryPoint, once: call.callOnce };
  switch (call.type) {
    case 'FIXED_SIZE': {
      const [x = 1, y = 1, z = 1] = call.size;
      return pythonValue({ ...common, threads: 'fixed', count: [x, y, z], resource: null });
    }
    case 'RESOURCE_BASED':
      return pythonValue({
        ...{ ...common, threads: 'of resource', resource: call.resourceName },
        element: call.elementSize ?? null,
      });
    case 'INDIRECT':
      return pythonValue({
        ...{ ...common, threads: 'indirect', resource: call.bufferName },
        offset: call.offset,
      });
    default:
      return assertNever(call);
  }
}

/** The path from the program or an entry point to a value: names and indexes. */
interface CursorPath {
  /** Null for a global parameter. */
  readonly entryPoint: string | null;
  readonly path: readonly (string | number)[];
}

/**
 * The path to a parameter of the run. Its name may omit the enclosing `cbuffer` or entry point.
 * Null if the program has no such parameter.
 */
function cursorPath(name: string, reflection: ProgramReflection): CursorPath | null {
  const parts = (name.match(/[^.[\]]+/g) ?? []).map((part) =>
    /^\d+$/.test(part) ? Number(part) : part,
  );
  const { parameters, entryPoints } = reflection;
  const global = pathIn(parameters, parts);
  if (global) return { entryPoint: null, path: global };
  for (const entryPoint of entryPoints) {
    const rest = parts[0] === entryPoint.name ? parts.slice(1) : parts;
    const path = pathIn(entryPoint.uniformParameters, rest);
    if (path) return { entryPoint: entryPoint.name, path };
  }
  return null;
}

function pathIn(
  parameters: readonly Parameter[],
  parts: readonly (string | number)[],
): readonly (string | number)[] | null {
  const [first] = parts;
  if (parameters.some((parameter) => parameter.name === first)) return parts;
  const group = parameters.find(({ type }) => fieldsOf(type).some((field) => field.name === first));
  return group ? [group.name, ...parts] : null;
}

function fieldsOf(type: ReflectedType): readonly Parameter[] {
  switch (type.kind) {
    case 'struct':
      return type.fields;
    case 'constantBuffer':
    case 'textureBuffer':
    case 'parameterBlock':
      return fieldsOf(type.elementType);
    default:
      return [];
  }
}
