/** An entry of the demo list (specification, section 3). */
export interface Demo {
  readonly name: string;
  /** File name in the folder `demos/` of the site, without `.slang`. */
  readonly url: string;
}

export const DEMOS: readonly Demo[] = [
  { name: 'Simple Image', url: 'simple-image' },
  { name: 'ShaderToy: Circle', url: 'circle' },
];
