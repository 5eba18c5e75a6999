import { expect, it } from 'vitest';
import { createTestCompiler } from '../../../tests/support/compiler.ts';
import { countCosts } from './countCosts.ts';

const cost = (counts: object) => ({
  ...{ arithmetic: 0, transcendental: 0, memory: 0, texture: 0, branch: 0 },
  ...counts,
});

const HEAD = `OpEntryPoint GLCompute %main "main"
OpName %main "draw"
OpName %helper "helper"
%in_function = OpTypePointer Function %float
%in_buffer = OpTypePointer StorageBuffer %float
%in_group = OpTypePointer Workgroup %float
%handle = OpTypePointer UniformConstant %image
%texel = OpTypePointer Image %uint
%zero = OpConstant %int 0
%buffer = OpVariable %in_buffer StorageBuffer
%shared = OpVariable %in_group Workgroup
%picture = OpVariable %handle UniformConstant`;

const main = (body: string, further = '') =>
  `${HEAD}\n%main = OpFunction %void None %1\n${body}\nOpReturn\nOpFunctionEnd\n${further}`;
const costOf = (body: string) => countCosts(main(body)).functions[0]?.cost;

it('counts accesses to buffers and shared memory, but not to local variables', () => {
  const body = `%local = OpVariable %in_function Function
      %a = OpAccessChain %in_buffer %buffer %zero %index
      %b = OpLoad %float %a
      OpStore %local %b
      %c = OpLoad %float %local
      OpStore %shared %c
      %d = OpAtomicIAdd %uint %a %one %zero %one
      OpAtomicStore %shared %one %zero %one
      %e = OpArrayLength %uint %buffer 0
      OpControlBarrier %2 %2 %264`;
  expect(costOf(body)).toEqual(cost({ memory: 6 }));
});

it('counts accesses to local arrays with an index known only at run time', () => {
  const body = `%local = OpVariable %in_function Function
      %first = OpInBoundsAccessChain %in_function %local %zero
      %chosen = OpInBoundsAccessChain %in_function %local %index
      %member = OpAccessChain %in_function %chosen %zero
      %a = OpLoad %float %first
      OpStore %chosen %a
      OpStore %member %a`;
  expect(costOf(body)).toEqual(cost({ memory: 2 }));
});

it('counts texture reads, writes, samples, queries and atomics, but not loads of handles', () => {
  const body = `%a = OpLoad %image %picture
      %b = OpSampledImage %sampled %a %sampler
      %c = OpImageSampleExplicitLod %v4 %b %at Lod %zero
      %d = OpImageQuerySize %v2 %a
      %e = OpImageFetch %v4 %a %at
      OpImageWrite %a %at %e
      %f = OpImageTexelPointer %texel %picture %at %zero
      %g = OpAtomicIAdd %uint %f %one %zero %one`;
  expect(costOf(body)).toEqual(cost({ texture: 5 }));
});

it('counts arithmetic and transcendental functions', () => {
  const body = `%a = OpFMul %float %x %y
      %b = OpConvertUToF %float %x
      %c = OpFOrdLessThan %bool %a %b
      %d = OpSelect %float %c %a %b
      %e = OpExtInst %float %glsl FMix %a %b %d
      %f = OpExtInst %float %glsl Sqrt %e
      %g = OpExtInst %v3 %glsl Normalize %v
      %h = OpCompositeExtract %float %g 0
      %i = OpVectorShuffle %v2 %g %g 0 1
      %j = OpBitcast %uint %h`;
  expect(costOf(body)).toEqual(cost({ arithmetic: 5, transcendental: 2 }));
});

it('counts branches and marks loops', () => {
  const { functions, entryPoints } = countCosts(
    main(`%start = OpLabel
      OpBranch %head
      %head = OpLabel
      OpLoopMerge %end %next None
      OpBranchConditional %c %body %end
      %body = OpLabel
      OpSelectionMerge %next None
      OpSwitch %zero %inner
      %inner = OpLabel
      OpSelectionMerge %next None
      OpSwitch %x %next 0 %other`),
  );
  expect(functions).toEqual([{ name: 'draw', cost: cost({ branch: 2 }), loops: 1 }]);
  expect(entryPoints).toEqual(functions);
});

const HELPER = `%helper = OpFunction %float None %2
%x = OpFAdd %float %y %z
OpLoopMerge %a %b None
OpReturnValue %x
OpFunctionEnd`;

it('adds the cost of each called function to its entry point, once per call', () => {
  const call = '%a = OpFunctionCall %float %helper';
  expect(countCosts(main(`${call}\n${call}\n%b = OpExtInst %float %glsl Sin %a`, HELPER))).toEqual({
    functions: [
      { name: 'draw', cost: cost({ transcendental: 1 }), loops: 0 },
      { name: 'helper', cost: cost({ arithmetic: 1 }), loops: 1 },
    ],
    entryPoints: [{ name: 'draw', cost: cost({ arithmetic: 2, transcendental: 1 }), loops: 2 }],
  });
});

it('handles functions that call each other, and text that is not SPIR-V', () => {
  const call = '%a = OpFunctionCall %float %main\n%b = OpFunctionCall %float %missing';
  expect(countCosts(main(call)).entryPoints).toEqual([{ name: 'draw', cost: cost({}), loops: 0 }]);
  expect(countCosts('The code does not compile.')).toEqual({ functions: [], entryPoints: [] });
});

const SHADER = `RWStructuredBuffer<float> data;
groupshared float kept[64];

interface IScale { float apply(float x); }
struct Twice : IScale { float apply(float x) { return 2.0 * x; } }
float scaled<S : IScale>(S scale, float x) { return scale.apply(x) + 1.0; }

float wave(float x) { return sin(x) * exp(x); }

[shader("compute")] [numthreads(64, 1, 1)]
void first(uint3 at : SV_DispatchThreadID)
{
    kept[at.x] = data[at.x];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0.0;
    for (int i = 0; i < 4; i += 1) sum += wave(kept[i]);
    data[at.x] = scaled(Twice(), sum);
}

[shader("compute")] [numthreads(1, 1, 1)]
void second()
{
    if (data[0] > 0.0) data[1] = wave(data[0]);
}`;

it('counts real compiler output under the names of the source', async () => {
  const compiler = await createTestCompiler();
  const report = compiler.compile({
    ...{ target: 'SPIRV', entrypoint: null },
    ...{ sourceCode: SHADER, shaderPath: '/user.slang' },
  });
  const { functions, entryPoints } = countCosts(report.succ ? report.result.code : '');
  expect(functions).toEqual([
    { name: 'first', cost: cost({ arithmetic: 3, memory: 6, branch: 1 }), loops: 1 },
    { name: 'scaled', cost: cost({ arithmetic: 1 }), loops: 0 },
    { name: 'Twice.apply', cost: cost({ arithmetic: 1 }), loops: 0 },
    { name: 'wave', cost: cost({ arithmetic: 1, transcendental: 2 }), loops: 0 },
    { name: 'second', cost: cost({ arithmetic: 1, memory: 3, branch: 1 }), loops: 0 },
  ]);
  const first = cost({ arithmetic: 6, transcendental: 2, memory: 6, branch: 1 });
  const second = cost({ arithmetic: 2, transcendental: 2, memory: 3, branch: 1 });
  expect(entryPoints).toEqual([
    { name: 'first', cost: first, loops: 1 },
    { name: 'second', cost: second, loops: 0 },
  ]);
});
