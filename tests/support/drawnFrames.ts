import { cameraNumbers, cameraOf } from '#core/plan/draw/camera.ts';
import { createDrawPipeline } from '#engine/gpu/draw/drawPipeline.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import { createPictureReader } from '#engine/gpu/replay/pictureReader.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';
import { createProgramOf } from '#tools/export/runtime/createProgramOf.ts';
import type { FrameInputs } from '#tools/export/runtime/program.ts';
import type { Picture } from './pixels.ts';

/** What a program shows after some frames. */
export interface Drawn {
  /** As a canvas shows it; null if the program draws none. */
  readonly picture: Picture | null;
  /** Of the newest frame that printed something. */
  readonly printed: string;
}

/** Of the pictures, in pixels. Small, because tests draw on the processor. */
const SIZE = { width: 160, height: 120 };

/** Frame n is at n / 60 s. No key or button is pressed. */
export function inputsOf(frame: number): FrameInputs {
  return { frame, time: frame / 60, mouse: [0, 0, 0, 0], keys: new Set() };
}

/**
 * Draws frames 0 to `last` on a device, with the inputs of {@link inputsOf}. Rejects if
 * the device refuses something.
 */
export async function drawFrames(
  device: GPUDevice,
  exported: ExportedProgram,
  last: number,
): Promise<Drawn> {
  const parts = { createDrawPipeline, camera: { cameraOf, cameraNumbers } };
  const program = await createProgramOf(device, await toProgramData(exported), SIZE, parts);
  const refusal = catchRefusals(device);
  try {
    let printed = '';
    for (let frame = 0; frame <= last; frame += 1) {
      program.frame(inputsOf(frame));
      printed = (await program.printed()) || printed;
    }
    const texture = program.picture();
    const pixels = texture && (await createPictureReader(device).read(texture, false));
    const refused = await refusal();
    if (refused) throw new Error(refused.message);
    return { picture: pixels && { ...pixels, data: new Uint8Array(pixels.bytes) }, printed };
  } finally {
    program.destroy();
  }
}
