import { assertNever } from '#core/util/assertNever.ts';
import { SCALAR_BYTES, writeScalar } from '#engine/gpu/resources/scalars.ts';
import type { FrameInputs } from './program.ts';
import type { UniformBlockData, UniformFieldData } from './programData.ts';

/** A slider's number, or a colour's red, green and blue from 0 to 1. */
export type ProgramValue = number | readonly [red: number, green: number, blue: number];

/** Puts a frame's values into a block's bytes. */
export function writeBlock(
  view: DataView,
  { fields }: UniformBlockData,
  inputs: FrameInputs,
  values: ReadonlyMap<string, ProgramValue>,
): void {
  for (const field of fields) writeField(view, field, inputs, values.get(field.name));
}

function writeField(
  view: DataView,
  field: UniformFieldData,
  { time, frame, mouse, keys }: FrameInputs,
  value: ProgramValue | undefined,
): void {
  const { offset } = field;
  switch (field.kind) {
    case 'time':
      writeScalar(view, offset, field.type, time);
      break;
    case 'frame':
      writeScalar(view, offset, field.type, frame);
      break;
    case 'key':
      writeScalar(view, offset, field.type, keys.has(field.key) ? 1 : 0);
      break;
    case 'mouse':
      for (const [index, part] of mouse.entries()) {
        writeScalar(view, offset + index * SCALAR_BYTES[field.type], field.type, part);
      }
      break;
    case 'slider':
      view.setFloat32(offset, typeof value === 'number' ? value : field.default, true);
      break;
    case 'color': {
      const color = typeof value === 'object' ? value : field.default;
      for (let channel = 0; channel < field.elements; channel += 1) {
        // The fourth is opacity.
        view.setFloat32(offset + channel * 4, color[channel] ?? 1, true);
      }
      break;
    }
    default:
      assertNever(field);
  }
}
