import { DEMOS } from './demos.ts';

/** A demo as the gallery shows it. Its thumbnail is `demos/thumbnails/<url>.webp` of the site. */
export interface GalleryEntry {
  readonly name: string;
  /** File name in the folder `demos/` of the site, without `.slang`. */
  readonly url: string;
  /** What it shows, in a sentence. */
  readonly summary: string;
  /** What of the language and the playground it uses. */
  readonly features: readonly string[];
}

type Description = Pick<GalleryEntry, 'summary' | 'features'>;

const LISTED: Readonly<Record<string, Description>> = {
  'simple-print': {
    summary: 'Every conversion of printf, in a table that explains itself.',
    features: ['printf', 'CALL::ONCE'],
  },
  'simple-image': {
    summary: 'The shortest useful image: one thread for each pixel.',
    features: ['drawPixel', 'CALL::SIZE_OF'],
  },
  'image-from-url': {
    summary: 'An image is loaded, sampled and filtered.',
    features: ['URL', 'SAMPLER', 'TIME'],
  },
  'multiple-kernels': {
    summary: 'A pool of water: kernels that share buffers from frame to frame.',
    features: ['ZEROS', 'CALL', 'CALL::ONCE', 'MOUSE_POSITION'],
  },
  circle: {
    summary: 'A ring of light that breathes.',
    features: ['drawPixel', 'TIME'],
  },
  ocean: {
    summary: 'A ray-marched sea under a sky, with a camera on the mouse.',
    features: ['ray marching', 'TIME', 'MOUSE_POSITION'],
  },
  painting: {
    summary: 'A brush and a canvas that keeps what was painted.',
    features: ['SLIDER', 'COLOR_PICK', 'MOUSE_POSITION', 'BLACK_SCREEN'],
  },
  gsplat2d: {
    summary: 'Gaussian splats, sorted by depth within tiles and blended.',
    features: ['groupshared', 'ZEROS', 'TIME'],
  },
  'gsplat2d-diff': {
    summary: 'Splats that learn an image by automatic differentiation.',
    features: ['bwd_diff', 'groupshared', 'printf'],
  },
  property: {
    summary: 'Properties look like fields and run code.',
    features: ['property', 'interface', 'printf'],
  },
  generic: {
    summary: 'Algorithms for many types, and extensions of types that exist.',
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
    summary: 'The compiler derives your function, forwards and backwards.',
    features: ['fwd_diff', 'bwd_diff', 'printf'],
  },
  entrypoint: {
    summary: 'A vertex and a fragment shader, for compiling rather than running.',
    features: ['vertex', 'fragment', 'ConstantBuffer'],
  },
  atomics: {
    summary: 'Many threads change one number, and no change is lost.',
    features: ['Atomic<T>', 'printf'],
  },
  lambda: {
    summary: 'Functions written where they are needed, and handed to others.',
    features: ['lambda', 'IFunc', 'printf'],
  },
};

/** Demos beyond the list, which only the gallery shows. */
const OTHERS: readonly GalleryEntry[] = [
  {
    name: 'Bitonic Sort',
    url: 'bitonic-sort',
    summary: 'Each step of a parallel sort as a picture, and the proof as text.',
    features: ['groupshared', 'printf', 'drawPixel'],
  },
  {
    name: 'Particles',
    url: 'particles',
    summary: 'A fountain whose kernels run on as many particles as are alive.',
    features: ['CALL_INDIRECT', 'Atomic<T>', 'MOUSE_POSITION'],
  },
  {
    name: 'Fluid',
    url: 'fluid',
    summary: 'Ink in water, stirred by the mouse.',
    features: ['MOUSE_POSITION', 'KEY', 'ZEROS'],
  },
  {
    name: 'Path Tracer',
    url: 'path-tracer',
    summary: 'Light that bounces around a room, a little clearer in each frame.',
    features: ['FRAME_ID', 'ZEROS', 'MOUSE_POSITION'],
  },
  {
    name: 'Distance Font',
    url: 'sdf-font',
    summary: 'Letters made of distances, sharp at any size.',
    features: ['SLIDER', 'distance fields'],
  },
  {
    name: 'Game of Life',
    url: 'game-of-life',
    summary: 'Conway’s cells, coloured by their age.',
    features: ['ZEROS', 'CALL::ONCE', 'MOUSE_POSITION'],
  },
  {
    name: 'Reaction-Diffusion',
    url: 'reaction-diffusion',
    summary: 'Two chemicals that grow patterns like those of animals.',
    features: ['SLIDER', 'ZEROS', 'MOUSE_POSITION'],
  },
  {
    name: 'Volume Slices',
    url: 'volume-slices',
    summary: 'A cloud in a 3D texture, cut open by a slider.',
    features: ['BLACK_3D', 'SLIDER'],
  },
];

/** Those of the list first, in its order. */
export const GALLERY: readonly GalleryEntry[] = [
  ...DEMOS.flatMap(({ name, url }) => {
    const description = LISTED[url];
    return description ? [{ name, url, ...description }] : [];
  }),
  ...OTHERS,
];

/** Entries that have every word of the query in their name, summary or features. */
export function searchGallery(query: string): readonly GalleryEntry[] {
  const words = query.toLowerCase().split(/\s+/);
  return GALLERY.filter(({ name, summary, features }) => {
    const text = [name, summary, ...features].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
