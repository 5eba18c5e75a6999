import { ownValue } from '#core/util/ownValue.ts';
import { DEMOS, type DemoGroup, MORE_DEMOS } from './demos.ts';

/** A demo in the gallery. Its thumbnail is `demos/thumbnails/<url>.webp` on the site. */
export interface GalleryEntry {
  readonly name: string;
  /** File name in the site's folder `demos/` without `.slang`. */
  readonly url: string;
  /** The demo's topic; the gallery has a filter chip for each. */
  readonly kind: string;
  readonly summary: string;
  /** Language and playground features that it uses. */
  readonly features: readonly string[];
}

type Description = Pick<GalleryEntry, 'summary' | 'features'>;

const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  'simple-print': {
    summary: 'A table of all printf conversions.',
    features: ['printf', 'CALL::ONCE'],
  },
  'simple-image': {
    summary: 'The shortest useful image: one thread per pixel.',
    features: ['drawPixel', 'CALL::SIZE_OF'],
  },
  'image-from-url': {
    summary: 'Loads, samples and filters an image.',
    features: ['URL', 'SAMPLER', 'TIME'],
  },
  'multiple-kernels': {
    summary: 'A pool of water: kernels that share buffers from frame to frame.',
    features: ['ZEROS', 'CALL', 'CALL::ONCE', 'MOUSE_POSITION'],
  },
  circle: {
    summary: 'A pulsing ring of light.',
    features: ['drawPixel', 'TIME'],
  },
  ocean: {
    summary: 'A ray-marched ocean under a sky; the mouse moves the camera.',
    features: ['ray marching', 'TIME', 'MOUSE_POSITION'],
  },
  painting: {
    summary: 'A brush that paints on a persistent canvas.',
    features: ['SLIDER', 'COLOR_PICK', 'MOUSE_POSITION', 'BLACK_SCREEN'],
  },
  gsplat2d: {
    summary: 'Gaussian splats, sorted by depth in tiles and blended.',
    features: ['groupshared', 'ZEROS', 'TIME'],
  },
  'gsplat2d-diff': {
    summary: 'Splats that learn an image through automatic differentiation.',
    features: ['bwd_diff', 'groupshared', 'printf'],
  },
  property: {
    summary: 'Properties that look like fields and run code.',
    features: ['property', 'interface', 'printf'],
  },
  generic: {
    summary: 'Algorithms for many types, and extensions of existing types.',
    features: ['generics', 'extension', 'interface'],
  },
  'operator-overload': {
    summary: 'Exact fractions that read like mathematics.',
    features: ['operator', 'printf'],
  },
  variadic: {
    summary: 'Functions that take any number of arguments of any types.',
    features: ['each', 'expand', 'printf'],
  },
  autodiff: {
    summary: 'Derivatives that the compiler generates, in forward and backward mode.',
    features: ['fwd_diff', 'bwd_diff', 'printf'],
  },
  entrypoint: {
    summary: 'A painted teapot: a vertex and a fragment shader, and what feeds them.',
    features: ['DRAW::MESH', 'VIEW_PROJECTION', 'TARGET', 'ConstantBuffer'],
  },
  atomics: {
    summary: 'Many threads update one number without losing an update.',
    features: ['Atomic<T>', 'printf'],
  },
  lambda: {
    summary: 'Functions written inline and passed to other functions.',
    features: ['lambda', 'IFunc', 'printf'],
  },
  'lit-mesh': {
    summary: 'A metal torus with scales in its normals, in a studio with two lamps.',
    features: ['DRAW::MESH', 'VIEW', 'SLIDER', 'COLOR_PICK'],
  },
  shadows: {
    summary: 'Columns around a teapot, and their soft shadows in a low sun.',
    features: ['DEPTH::TEXTURE', 'DRAW::INSTANCES', 'DRAW::WITH', 'shadow map'],
  },
  'ambient-occlusion': {
    summary: 'A town of clay: corners and gaps are darker, as computed from a G-buffer.',
    features: ['TARGET', 'DEPTH::TEXTURE', 'DRAW::INSTANCES', 'SLIDER'],
  },
  asteroids: {
    summary: 'Thousands of rocks before a planet. A kernel finds those in the picture.',
    features: ['DRAW::INDIRECT', 'DRAW::MESH', 'Atomic<T>', 'culling'],
  },
  aurora: {
    summary: 'Northern lights above a lake, from one fragment shader.',
    features: ['fragment', 'ray marching', 'TIME', 'SLIDER'],
  },
  'mountain-lakes': {
    summary: 'A relief map with a bug: find out with the debugger why its lakes are black.',
    features: ['debugger', 'NaN', 'TIME'],
  },
  'bitonic-sort': {
    summary: 'Each step of a parallel sort as a picture, and a check of the result as text.',
    features: ['groupshared', 'printf', 'drawPixel'],
  },
  particles: {
    summary: 'A fountain whose kernels run on the live particles only.',
    features: ['CALL_INDIRECT', 'Atomic<T>', 'MOUSE_POSITION'],
  },
  fluid: {
    summary: 'Ink in water, stirred by the mouse.',
    features: ['MOUSE_POSITION', 'KEY', 'ZEROS'],
  },
  'path-tracer': {
    summary: 'Light that bounces around a room, clearer with each frame.',
    features: ['FRAME_ID', 'ZEROS', 'MOUSE_POSITION'],
  },
  'sdf-font': {
    summary: 'Letters made of distance fields, sharp at any size.',
    features: ['SLIDER', 'distance fields'],
  },
  'game-of-life': {
    summary: 'Conway’s cells, coloured by their age.',
    features: ['ZEROS', 'CALL::ONCE', 'MOUSE_POSITION'],
  },
  'reaction-diffusion': {
    summary: 'Two chemicals that grow patterns like animal coats.',
    features: ['SLIDER', 'ZEROS', 'MOUSE_POSITION'],
  },
  'volume-slices': {
    summary: 'A cloud in a 3D texture, cut open by a slider.',
    features: ['BLACK_3D', 'SLIDER'],
  },
};

/** Kinds of the specification's demos. Separators divide their groups. */
const LISTED_KINDS = ['Basics', 'Pictures', 'Language'];

const LISTED: readonly DemoGroup[] = LISTED_KINDS.map((kind, index) => ({
  kind,
  demos: DEMOS.filter(({ url }, at) => url !== '' && separatorsBefore(at) === index),
}));

/** The demos of the specification come first, in its order. */
export const GALLERY: readonly GalleryEntry[] = [...LISTED, ...MORE_DEMOS].flatMap(
  ({ kind, demos }) =>
    demos.flatMap(({ name, url }) => {
      const description = ownValue(DESCRIPTIONS, url);
      return description ? [{ name, url, kind, ...description }] : [];
    }),
);

export const KINDS: readonly string[] = [...new Set(GALLERY.map(({ kind }) => kind))];

function separatorsBefore(at: number): number {
  return DEMOS.slice(0, at).filter(({ url }) => url === '').length;
}

/**
 * Entries of a kind whose name, summary or features contain every word of the query.
 *
 * @param kind null for all kinds
 */
export function searchGallery(query: string, kind: string | null = null): readonly GalleryEntry[] {
  const words = query.toLowerCase().split(/\s+/);
  return GALLERY.filter(({ name, summary, features, kind: own }) => {
    const text = [name, summary, ...features].join(' ').toLowerCase();
    return (kind === null || own === kind) && words.every((word) => text.includes(word));
  });
}
