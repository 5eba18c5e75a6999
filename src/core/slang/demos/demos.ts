/** An entry of the demo list (specification, section 3). */
export interface Demo {
  readonly name: string;
  /** File name in the site's folder `demos/` without `.slang`; empty for a separator line. */
  readonly url: string;
}

export interface DemoGroup {
  readonly kind: string;
  readonly demos: readonly Demo[];
}

const SEPARATOR: Demo = { name: '', url: '' };

export const DEMOS: readonly Demo[] = [
  { name: 'Simple Print', url: 'simple-print' },
  { name: 'Simple Image', url: 'simple-image' },
  { name: 'Image From URL', url: 'image-from-url' },
  { name: 'Multi-kernel Demo', url: 'multiple-kernels' },
  SEPARATOR,
  { name: 'ShaderToy: Circle', url: 'circle' },
  { name: 'ShaderToy: Ocean', url: 'ocean' },
  { name: 'Painting', url: 'painting' },
  { name: '2D Splatter', url: 'gsplat2d' },
  { name: 'Differentiable 2D Splatter', url: 'gsplat2d-diff' },
  SEPARATOR,
  { name: 'Properties', url: 'property' },
  { name: 'Generics & Extensions', url: 'generic' },
  { name: 'Operator Overload', url: 'operator-overload' },
  { name: 'Variadic Generics', url: 'variadic' },
  { name: 'Automatic Differentiation', url: 'autodiff' },
  { name: 'Graphics Entrypoints', url: 'entrypoint' },
  { name: 'Atomics', url: 'atomics' },
  { name: 'Lambda Expressions', url: 'lambda' },
];

/** Demos that the specification does not list. */
export const MORE_DEMOS: readonly DemoGroup[] = [
  {
    kind: 'Graphics',
    demos: [
      { name: 'Lit Mesh', url: 'lit-mesh' },
      { name: 'Shadows', url: 'shadows' },
      { name: 'Ambient Occlusion', url: 'ambient-occlusion' },
      { name: 'Asteroids', url: 'asteroids' },
      { name: 'Aurora', url: 'aurora' },
    ],
  },
  {
    kind: 'Compute',
    demos: [
      { name: 'Bitonic Sort', url: 'bitonic-sort' },
      { name: 'Particles', url: 'particles' },
    ],
  },
  {
    kind: 'Simulations',
    demos: [
      { name: 'Fluid', url: 'fluid' },
      { name: 'Game of Life', url: 'game-of-life' },
      { name: 'Reaction-Diffusion', url: 'reaction-diffusion' },
    ],
  },
  {
    kind: 'Rendering',
    demos: [
      { name: 'Path Tracer', url: 'path-tracer' },
      { name: 'Distance Font', url: 'sdf-font' },
      { name: 'Volume Slices', url: 'volume-slices' },
      { name: 'Mountain Lakes', url: 'mountain-lakes' },
    ],
  },
];

export const ALL_DEMOS: readonly Demo[] = [
  ...DEMOS.filter(({ url }) => url !== ''),
  ...MORE_DEMOS.flatMap(({ demos }) => demos),
];
