import type { CompileResult } from '#core/output/compileResult.ts';
import type { JsonValue } from '#core/util/json.ts';

export interface ProgramParts {
  readonly draws?: boolean;
  readonly prints?: boolean;
  /** Has a slider named `radius`. */
  readonly slider?: { readonly min: number; readonly max: number; readonly default: number };
  /** Has a uniform `eye` with the camera's position. */
  readonly camera?: boolean;
}

const FLOAT: JsonValue = { kind: 'scalar', scalarType: 'float32' };

const TEXTURE: JsonValue = {
  name: 'outputTexture',
  format: 'rgba8',
  binding: { kind: 'descriptorTableSlot', index: 1 },
  userAttribs: [{ name: 'playground_BLACK_SCREEN', arguments: [1, 1] }],
  type: {
    kind: 'resource',
    baseShape: 'texture2D',
    access: 'write',
    resultType: { kind: 'vector', elementCount: 4, elementType: FLOAT },
  },
};

const PRINT_RECORDS: JsonValue = {
  name: 'g_printedBuffer',
  binding: { kind: 'descriptorTableSlot', index: 2 },
  userAttribs: [{ name: 'playground_ZEROS', arguments: [6144] }],
  type: {
    kind: 'resource',
    baseShape: 'structuredBuffer',
    access: 'readWrite',
    resultType: { kind: 'scalar', scalarType: 'uint32' },
  },
};

/** A possible compiler answer for a program with these parts and one entry point, `paint`. */
export function playbackProgram({ draws, prints, slider, camera }: ProgramParts): CompileResult {
  const parameters: JsonValue[] = [];
  if (draws) parameters.push(TEXTURE);
  if (prints) parameters.push(PRINT_RECORDS);
  if (slider) {
    parameters.push({
      name: 'radius',
      binding: { kind: 'uniform', offset: 0, size: 4 },
      userAttribs: [
        { name: 'playground_SLIDER', arguments: [slider.default, slider.min, slider.max] },
      ],
      type: FLOAT,
    });
  }
  if (camera) {
    parameters.push({
      name: 'eye',
      binding: { kind: 'uniform', offset: 16, size: 12 },
      userAttribs: [{ name: 'playground_CAMERA_POSITION', arguments: [] }],
      type: { kind: 'vector', elementCount: 3, elementType: FLOAT },
    });
  }
  return {
    succ: true,
    message: '',
    log: '',
    diagnostics: [],
    result: {
      target: 'WGSL',
      code: 'fn paint() {}',
      binary: null,
      hashedStrings: {},
      threadGroupSizes: { paint: [8, 8, 1] },
      reflection: {
        parameters,
        entryPoints: [
          {
            name: 'paint',
            stage: 'compute',
            threadGroupSize: [8, 8, 1],
            userAttribs: [{ name: 'playground_CALL', arguments: [8, 8, 1] }],
          },
        ],
      },
    },
  };
}
