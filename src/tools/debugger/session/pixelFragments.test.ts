import { describe, expect, it } from 'vitest';
import type { DrawCommand } from '#core/plan/runDescriptor.ts';
import type { ListedFragment } from '#core/source/instrument/trace.ts';
import { arrangeFragments, mostKept } from './pixelFragments.ts';

const LESS = { compare: 'less', write: true } as const;

function draw(part: Partial<DrawCommand> = {}): DrawCommand {
  const blank = { vertex: 'place', fragment: 'shade', depth: LESS, blend: null };
  const targets = { targets: ['picture'], written: [0], depthTexture: null };
  return { ...blank, ...targets, clear: null, clearDepth: null, ...part } as DrawCommand;
}

const FIRST = { clear: [0, 0, 0, 1], clearDepth: 1 };

function fragment(name: string, part: Partial<ListedFragment> = {}): ListedFragment {
  const place = { vertex: 0, instance: 0, draw: 0, depth: 0.5, coverage: 0b1111 };
  return { entryPoint: name, thread: [0, 0, 0], ...place, isDiscarded: false, ...part };
}

function arranged(
  listed: readonly ListedFragment[],
  draws: readonly (DrawCommand | null)[],
  { samples = 4, target = 'picture' } = {},
) {
  const primitive = (_: DrawCommand, vertex: number) => [vertex];
  return arrangeFragments(listed, { target, draws, samples, primitive });
}

function namesOf(...all: Parameters<typeof arranged>): string[] {
  return arranged(...all).map(
    ({ kind, entryPoint, samples }) => `${kind} ${entryPoint} ${samples.kept}`,
  );
}

describe('fragments of a pixel', () => {
  it('are kept by depth, not by order', () => {
    const listed = [
      fragment('near', { depth: 0.2, instance: 0 }),
      fragment('far', { depth: 0.8, instance: 1 }),
      fragment('middle', { depth: 0.4, instance: 2 }),
    ];
    expect(namesOf(listed, [draw(FIRST)])).toEqual([
      'kept near 4',
      'covered middle 0',
      'covered far 0',
    ]);
  });

  it('are in front if their depth is greater, where the draws say so', () => {
    const depth = { compare: 'greater-equal', write: true } as const;
    const listed = [fragment('far', { depth: 0.2 }), fragment('near', { depth: 0.8, vertex: 3 })];
    expect(namesOf(listed, [draw({ ...FIRST, depth, clearDepth: 0 })])).toEqual([
      'kept near 4',
      'covered far 0',
    ]);
  });

  it('without depth hide those that were drawn before, in the order of draws, instances and vertices', () => {
    const listed = [
      fragment('third', { draw: 1 }),
      fragment('second', { instance: 1 }),
      fragment('first', { vertex: 9 }),
      fragment('start'),
    ];
    const draws = [draw({ ...FIRST, depth: null }), draw({ depth: null })];
    expect(namesOf(listed, draws)).toEqual([
      'kept third 4',
      'covered second 0',
      'covered first 0',
      'covered start 0',
    ]);
  });

  it('are all kept where they are blended', () => {
    const blend = {} as GPUBlendState;
    const draws = [draw({ ...FIRST, depth: null }), draw({ depth: null, blend })];
    const listed = [fragment('ground'), fragment('glass', { draw: 1 })];
    expect(namesOf(listed, draws)).toEqual(['kept glass 4', 'kept ground 4']);
    expect(arranged(listed, draws).map(({ isBlended }) => isBlended)).toEqual([true, false]);
  });

  it('share the samples that their primitives cover', () => {
    const listed = [
      fragment('left', { coverage: 0b0011 }),
      fragment('right', { coverage: 0b1100, vertex: 3 }),
      fragment('before', { depth: 0.1, coverage: 0b0001, vertex: 6 }),
    ];
    const fragments = arranged(listed, [draw(FIRST)]);
    expect(fragments.map(({ entryPoint, samples }) => [entryPoint, samples.kept])).toEqual([
      ['before', 1],
      ['left', 1],
      ['right', 2],
    ]);
    expect(mostKept(fragments)?.entryPoint).toBe('right');
  });

  it('that are discarded hide nothing', () => {
    const listed = [fragment('hole', { depth: 0.1, isDiscarded: true }), fragment('wall')];
    expect(namesOf(listed, [draw(FIRST)])).toEqual(['discarded hole 0', 'kept wall 4']);
  });

  it('test the depth that others have written, and keep it where they do not write', () => {
    const glass = draw({ depth: { compare: 'less', write: false } });
    const listed = [
      fragment('wall', { depth: 0.5 }),
      fragment('glass', { draw: 1, depth: 0.2 }),
      fragment('behind', { draw: 2, depth: 0.4 }),
    ];
    expect(namesOf(listed, [draw(FIRST), glass, draw()])).toEqual([
      'covered glass 0',
      'kept behind 4',
      'covered wall 0',
    ]);
  });

  it('are gone where a later draw clears the target', () => {
    expect(namesOf([fragment('old')], [draw(FIRST), draw(FIRST)])).toEqual(['covered old 0']);
  });

  it('of draws to other targets do not count, nor what these clear', () => {
    const listed = [fragment('wall'), fragment('other', { draw: 1, depth: 0.1 })];
    expect(namesOf(listed, [draw(FIRST), null])).toEqual(['kept wall 4']);
  });

  it('are kept apart in each target of a draw, and covered by depth that other draws wrote', () => {
    const both = draw({ ...FIRST, targets: ['picture', 'normals'], written: [0, 1] });
    const listed = [
      fragment('wall', { depth: 0.5 }),
      fragment('front', { draw: 1, depth: 0.2 }),
      fragment('behind', { draw: 2, depth: 0.4 }),
    ];
    const draws = [both, draw(), { ...both, clear: null, clearDepth: null }];
    expect(namesOf(listed, draws)).toEqual(['kept front 4', 'covered behind 0', 'covered wall 0']);
    expect(namesOf(listed, draws, { target: 'normals' })).toEqual([
      'covered behind 0',
      'kept wall 4',
    ]);
  });

  it('are kept in a depth texture if their draw writes depth', () => {
    const depthTexture = 'shadows';
    const listed = [
      fragment('far', { depth: 0.8 }),
      fragment('near', { depth: 0.3, vertex: 3 }),
      fragment('glass', { draw: 1, depth: 0.1 }),
    ];
    const glass = draw({ depth: { compare: 'less', write: false }, depthTexture });
    const draws = [draw({ ...FIRST, depthTexture }), glass];
    expect(namesOf(listed, draws, { target: depthTexture })).toEqual([
      'covered glass 0',
      'kept near 4',
      'covered far 0',
    ]);
  });

  it('know their vertices, unless the draw fills its target', () => {
    const listed = [fragment('shade', { vertex: 6 }), fragment('fill', { draw: 1 })];
    const draws = [draw({ ...FIRST, depth: null }), draw({ vertex: null, depth: null })];
    expect(arranged(listed, draws).map(({ vertex, vertices }) => ({ vertex, vertices }))).toEqual([
      { vertex: null, vertices: [] },
      { vertex: 'place', vertices: [6] },
    ]);
  });
});
