import { describe, expect, it } from 'vitest';
import { createPlanner, shaderOf } from '../../../tests/support/planner.ts';
import { type RunDescriptor, uniformComponents } from './runDescriptor.ts';

const planner = await createPlanner();

describe('the initial content of a resource', () => {
  it('can be declared on members of a struct', () => {
    const source = shaderOf(
      `struct Field { [playground::ZEROS(8)] RWStructuredBuffer<float> cells; [playground::BLACK(2, 2)] WTexture2D<float4> map; };
       struct World { float size; Field field; };
       uniform World world;`,
      'world.field.cells[0] = world.size; world.field.map.Store(uint2(0, 0), float4(1));',
    );
    expect(planner.resource(source, 'world.field.cells')).toEqual({
      command: { type: 'ZEROS', count: 8, elementSize: 4 },
      binding: { kind: 'buffer', access: 'storage', group: 0, binding: 3 },
    });
    expect(planner.resource(source, 'world.field.map')).toMatchObject({
      command: { type: 'BLACK', width: 2, height: 2 },
      binding: { kind: 'storageTexture', group: 0, binding: 4 },
    });
    const { uniformBlocks, shader } = planner.descriptor(source);
    expect(uniformBlocks.map(({ slot }) => slot)).toEqual([{ group: 0, binding: 0 }]);
    expect(shader.code).toContain('@binding(3) @group(0) var<storage, read_write>');
    expect(shader.code).toContain('@binding(4) @group(0) var globalParams_world_field_map_0');
  });

  it('can be an image of a texture-sampler, whose sampler is bound after it', () => {
    const source = shaderOf(
      '[playground::URL("a.png")] Sampler2D photo;',
      'result[0] = photo.SampleLevel(float2(0, 0), 0).x;',
    );
    expect(planner.resource(source, 'photo')).toMatchObject({
      command: { type: 'URL', urls: ['a.png'], format: 'rgba8unorm' },
      binding: { kind: 'texture', group: 0, binding: 2 },
    });
    expect(planner.resource(source, 'photo.sampler')).toEqual({
      command: { type: 'SAMPLER' },
      binding: { kind: 'sampler', group: 0, binding: 3 },
    });
  });
});

/** The bound resources by name, as `group:binding`. */
function places({ layout, uniformBlocks }: RunDescriptor): Record<string, string> {
  const blocks = uniformBlocks.map(({ name, slot }) => [name, slot] as const);
  return Object.fromEntries(
    [...Object.entries(layout), ...blocks].map(([name, slot]) => [
      name,
      slot ? `${slot.group}:${slot.binding}` : 'unbound',
    ]),
  );
}

/** The bindings in the compiled code, by the compiler's names. */
function declaredPlaces(code: string): Record<string, string> {
  const declared = code.matchAll(/@binding\((\d+)\) @group\((\d+)\) var(?:<.*>)? (\w+)_\d+ :/g);
  return Object.fromEntries(
    [...declared].map(([, binding, group, name]) => [name, `${group}:${binding}`]),
  );
}

/** `Q` has plain data and a buffer, `R` only a buffer. */
const STRUCTS = `
  struct Q { [playground::SLIDER(1, 0, 2)] float x; [playground::ZEROS(4)] RWStructuredBuffer<float> c; }
  struct R { [playground::ZEROS(4)] RWStructuredBuffer<float> d; }
`;

const use = (...names: string[]) => `result[0] = ${names.join(' + ')};`;

describe('parameter blocks', () => {
  const NESTED = 'struct S { float y; R r; ParameterBlock<Q> q; }; ParameterBlock<S> p;';

  it.each([
    ['ParameterBlock<Q> p;', ['p.x', 'p.c[0]'], 'p p.c'],
    ['ParameterBlock<R> p;', ['p.d[0]'], 'p.d'],
    [
      'uniform float loose; ParameterBlock<Q> p; ParameterBlock<R> q;',
      ...[['p.x', 'p.c[0]', 'q.d[0]', 'loose'], 'p p.c q.d'],
    ],
    [
      `${NESTED} ParameterBlock<R> last;`,
      ...[['p.y', 'p.r.d[0]', 'p.q.x', 'p.q.c[0]', 'last.d[0]'], 'p p.r.d p.q p.q.c last.d'],
    ],
    [
      'struct S { float y; ConstantBuffer<Q> q; }; ParameterBlock<S> p;',
      ...[['p.y', 'p.q.x', 'p.q.c[0]'], 'p p.q p.q.c'],
    ],
  ] as const)('are bound where the compiler binds them: %s', (declarations, used, names) => {
    const descriptor = planner.descriptor(shaderOf(STRUCTS + declarations, use(...used)));
    const bound = places(descriptor);
    const declared = declaredPlaces(descriptor.shader.code);
    for (const name of names.split(' ')) {
      expect([name, bound[name]]).toEqual([name, declared[name.replaceAll('.', '_')]]);
    }
  });

  it('cannot contain texture-samplers, because the compiler does not bind them there', () => {
    const source = shaderOf(
      'struct S { [playground::URL("a.png")] Sampler2D photo; }; ParameterBlock<S> p;',
      use('p.photo.SampleLevel(float2(0), 0).x'),
    );
    expect(planner.refusal(source)).toBe(
      'Could not generate binding for p_photo: the compiler gives this texture-sampler no place in WGSL. Use a Texture2D and a SamplerState instead.',
    );
  });

  it('contain sliders that are named by their paths', () => {
    const declarations = `${STRUCTS} ParameterBlock<Q> p; ConstantBuffer<Q> q;`;
    const descriptor = planner.descriptor(shaderOf(declarations, use('p.x', 'q.x')));
    const sliders = uniformComponents(descriptor).map(({ type, name }) => `${type} ${name}`);
    expect(sliders).toEqual(['SLIDER p.x', 'SLIDER q.x']);
  });
});

describe('members of a cbuffer', () => {
  const SCENE = `cbuffer Scene {
    float4 ground; [playground::TIME] float time; [playground::SLIDER(1, 0, 2)] float size;
    [playground::ZEROS(4)] RWStructuredBuffer<float> cells;
  }`;

  it('are known by their own names, at the offsets of the compiler', () => {
    const source = shaderOf(SCENE, use('time', 'size', 'cells[0]'));
    const { uniformBlocks, layout } = planner.descriptor(source);
    expect(uniformBlocks).toMatchObject([
      { name: 'Scene', slot: { group: 0, binding: 2 }, size: 32 },
    ]);
    expect(uniformBlocks[0]?.components).toMatchObject([
      { type: 'TIME', name: 'time', offset: 16 },
      { type: 'SLIDER', name: 'size', offset: 20 },
    ]);
    expect(layout['cells']).toMatchObject({ group: 0, binding: 3 });
  });

  it('are known by their paths if others have the same name', () => {
    const source = shaderOf(
      `${SCENE} cbuffer Camera { [playground::SLIDER(0, 0, 1)] float zoom; }
       struct S { [playground::SLIDER(0, 0, 1)] float size; }; cbuffer Other { [playground::TIME] float size2; S inner; }
       namespace N { cbuffer Deep { [playground::SLIDER(0, 0, 1)] float size; } }`,
      use('time', 'zoom', 'N::size'),
    );
    const descriptor = planner.descriptor(source);
    expect(uniformComponents(descriptor).map(({ name }) => name)).toEqual([
      ...['time', 'Scene.size', 'zoom', 'size2', 'inner.size', 'Deep.size'],
    ]);
  });

  it('can be named either way in a call', () => {
    for (const name of ['cells', 'Scene.cells']) {
      const source = shaderOf(SCENE, use('cells[0]'), `[playground::CALL::SIZE_OF("${name}")]`);
      expect(planner.descriptor(source).callCommands).toMatchObject([{ resourceName: 'cells' }]);
    }
  });
});

describe('arrays in uniform memory', () => {
  /** `name offset`, one for each component of the uniform block. */
  const offsets = (declarations: string, ...used: string[]) => {
    const { uniformBlocks } = planner.descriptor(shaderOf(declarations, use(...used)));
    return uniformBlocks[0]?.components.map(({ name, offset }) => `${name} ${offset}`);
  };

  it('pass sliders and colours on to their elements', () => {
    const declarations = `[playground::SLIDER(0.25, 0, 1)] uniform float weights[2];
      [playground::COLOR_PICK(1, 0, 0)] uniform float3 tints[2];`;
    expect(offsets(declarations, 'weights[1]', 'tints[1].x')).toEqual([
      ...['weights[0] 0', 'weights[1] 16', 'tints[0] 32', 'tints[1] 48'],
    ]);
  });

  it('give each member of each struct its own attribute', () => {
    const declarations = `
      struct Layer { float height; [playground::SLIDER(1, 0, 2)] float gain; [playground::SLIDER(0, 0, 1)] float pair[2]; }
      uniform Layer layers[2];`;
    expect(offsets(declarations, 'layers[1].gain', 'layers[0].pair[1]')).toEqual([
      ...['layers[0].gain 4', 'layers[0].pair[0] 16', 'layers[0].pair[1] 32'],
      ...['layers[1].gain 52', 'layers[1].pair[0] 64', 'layers[1].pair[1] 80'],
    ]);
  });
});

describe('uniform parameters of entry points', () => {
  const HEAD = `import playground;
    [playground::ZEROS(4)] RWStructuredBuffer<float> g_printedBuffer;
    struct S { float a; [playground::SLIDER(1, 0, 2)] float b; }
  `;
  const CALL = '[playground::CALL(1, 1, 1)]';
  const kernel = (name: string, parameters: string, body: string, call = CALL) =>
    `[shader("compute")] [numthreads(1, 1, 1)] ${call} void ${name}(${parameters}) { g_printedBuffer[0] = ${body}; }\n`;

  it('have the blocks and resources that the code binds', () => {
    const parameters =
      '[playground::TIME] uniform float time, uint3 at : SV_DispatchThreadID, [playground::ZEROS(3)] uniform RWStructuredBuffer<float> mine';
    const descriptor = planner.descriptor(
      HEAD +
        kernel('first', parameters, 'time + mine[0]') +
        kernel('second', 'ConstantBuffer<S> s, ParameterBlock<S> p', 's.a + p.b'),
    );
    const declared = declaredPlaces(descriptor.shader.code);
    expect(places(descriptor)).toEqual({
      g_printedBuffer: declared['g_printedBuffer'],
      mine: declared['entryPointParams_mine'],
      first: declared['entryPointParams'],
      'second.s': declared['entryPointParams_s'],
      'second.p': declared['entryPointParams_p'],
    });
    expect(uniformComponents(descriptor).map(({ name }) => name)).toEqual(['time', 's.b', 'p.b']);
  });

  it('with the same name are told apart by their entry points', () => {
    const slider = '[playground::SLIDER(1, 0, 2)] uniform float gain';
    const descriptor = planner.descriptor(
      HEAD + kernel('first', slider, 'gain') + kernel('second', slider, 'gain * 2'),
    );
    const names = uniformComponents(descriptor).map(({ name }) => name);
    expect(names).toEqual(['first.gain', 'second.gain']);
    const [first, second] = descriptor.uniformBlocks;
    expect(descriptor.shader.slots['first']).toContainEqual(first?.slot);
    expect(descriptor.shader.slots['first']).not.toContainEqual(second?.slot);
  });

  it('are ignored if the entry point is never called', () => {
    const never = kernel('never', '[playground::TIME] uniform float t', 't', '');
    const { uniformBlocks } = planner.descriptor(HEAD + kernel('first', '', '1') + never);
    expect(uniformBlocks).toEqual([]);
  });
});
