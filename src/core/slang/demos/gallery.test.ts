import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { demoNames } from '../../../../tests/support/demos.ts';
import { DEMOS } from './demos.ts';
import { GALLERY, KINDS, searchGallery } from './gallery.ts';

const namesOf = (query: string) => searchGallery(query).map(({ name }) => name);

it('shows every demo once, with the listed ones first and in order', () => {
  expect(GALLERY.map(({ url }) => url).toSorted()).toEqual(demoNames());
  const listed = DEMOS.filter(({ url }) => url !== '').map(({ name }) => name);
  expect(GALLERY.slice(0, listed.length).map(({ name }) => name)).toEqual(listed);
});

it('has a thumbnail for each demo', () => {
  const missing = GALLERY.filter(
    ({ url }) => !existsSync(path.join(import.meta.dirname, 'thumbnails', `${url}.webp`)),
  );
  expect(missing).toEqual([]);
});

it('finds demos by words in their names, summaries and features', () => {
  expect(namesOf('ring LIGHT')).toEqual(['ShaderToy: Circle']);
  expect(namesOf('call_indirect')).toEqual(['Particles']);
  expect(namesOf('bwd_diff splats')).toEqual(['Differentiable 2D Splatter']);
  expect(namesOf('')).toHaveLength(GALLERY.length);
  expect(namesOf('no such thing')).toEqual([]);
});

it('has demos of each kind, and can be limited to one kind', () => {
  expect(KINDS).toEqual([
    ...['Basics', 'Pictures', 'Language', 'Graphics', 'Compute', 'Simulations', 'Rendering'],
  ]);
  expect(KINDS.flatMap((kind) => searchGallery('', kind))).toEqual(GALLERY);
  expect(searchGallery('slider', 'Simulations').map(({ name }) => name)).toEqual([
    'Reaction-Diffusion',
  ]);
});
