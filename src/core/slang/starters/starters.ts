import type { ProjectFile } from '#core/project/project.ts';
import { ownValue } from '#core/util/ownValue.ts';
import autodiffFit from './sources/autodiff-fit.slang?raw';
import bufferCompute from './sources/buffer-compute.slang?raw';
import fragment from './sources/fragment.slang?raw';
import image from './sources/image.slang?raw';
import imageProcessing from './sources/image-processing.slang?raw';
import imageWithMouse from './sources/image-with-mouse.slang?raw';
import mesh from './sources/mesh.slang?raw';
import particles from './sources/particles.slang?raw';
import particlesWithDraw from './sources/particles-with-draw.slang?raw';
import printing from './sources/printing.slang?raw';
import simulation from './sources/simulation.slang?raw';
import shapes from './sources/two-files/shapes.slang?raw';
import twoFiles from './sources/two-files/user.slang?raw';

export interface Starter {
  /** Also the name of its preview in `previews/`. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** Text of the main file. */
  readonly text: string;
  readonly files: readonly ProjectFile[];
}

export const STARTERS: readonly Starter[] = [
  starter('image', 'Image', 'A colour for each pixel', image),
  starter('image-with-mouse', 'Image with mouse', 'A light that follows the mouse', imageWithMouse),
  starter('fragment', 'Fragment', 'A fragment shader that fills the picture', fragment),
  starter('mesh', 'Mesh', 'A lit teapot with a camera', mesh),
  starter('printing', 'Printing', 'Text from a shader', printing),
  starter('buffer-compute', 'Buffer compute', 'Numbers in, numbers out', bufferCompute),
  starter('particles', 'Particles', 'Points that move and bounce', particles),
  starter(
    'particles-with-draw',
    'Particles with draw',
    'Points of light around a centre',
    particlesWithDraw,
  ),
  starter('simulation', 'Ping-pong simulation', 'Waves in two textures', simulation),
  starter('image-processing', 'Image processing', 'The edges of your own image', imageProcessing),
  starter('autodiff-fit', 'Autodiff fit', 'A curve that learns to fit points', autodiffFit),
  starter('two-files', 'Two-file module', 'A shader and its module', twoFiles, [
    { path: 'shapes.slang', text: shapes },
  ]),
];

function starter(
  id: string,
  name: string,
  summary: string,
  text: string,
  files: readonly ProjectFile[] = [],
): Starter {
  return { id, name, summary, text, files };
}

const PREVIEWS = import.meta.glob<string>('./previews/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of a starter’s picture, which `scripts/generate/renderThumbnails.ts` renders. */
export function previewOf(id: string): string | undefined {
  return ownValue(PREVIEWS, `./previews/${id}.webp`);
}
