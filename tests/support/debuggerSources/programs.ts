import { type DebuggedSource, draws, ENTRY, whole } from './debuggedSource.ts';

export const PROGRAMS: readonly DebuggedSource[] = [
  draws(
    'constants',
    'static const float PI2 = 6.28;\nstatic const int3 STEPS[2] = { int3(1, 2, 3), int3(4, 5, 6) };\nstatic float shared = 0;',
    `
    static const int COUNT = 3; //: COUNT
    const int3 step = STEPS[1]; //: step
    shared = PI2 * COUNT; //: shared
    result[0] = shared + step.x; //: result[0]`,
  ),
  draws(
    'uniforms',
    '[playground::TIME] uniform float time; uniform float unusedUniform;\nstruct Camera { float3 at; float angle; }\n[playground::SLIDER(0.5, 0, 1)] uniform float amount;',
    `
    float t = time * amount; //: t
    result[0] = t; //: result[0]`,
  ),
  draws(
    'group memory and barriers',
    'groupshared float cache[64];\ngroupshared float3 other;',
    `
    uint at = id.x % 8 + 8 * (id.y % 8); //: at
    cache[at] = id.x; //: cache[at]
    if (at == 0) other = 1; //: if other
    GroupMemoryBarrierWithGroupSync(); //: reach
    float sum = 0; //: sum
    for (int i = 0; i < 64; i++) { sum += cache[i]; GroupMemoryBarrierWithGroupSync(); } //: i if loop sum reach
    result[0] = sum + other.x; //: result[0]`,
  ),
  draws(
    'barriers under uniform conditions',
    '[playground::SLIDER(0.5, 0, 1)] uniform float amount; groupshared float cache[64];\nfloat level(float x) { if (x > 0.2) return x; return 0; } //: enter x if return return',
    `
    if (level(amount) > 0.5) //: if
    {
        cache[0] = amount; //: cache[0]
        GroupMemoryBarrierWithGroupSync(); //: reach
    }
    for (int i = 0; i < int(amount * 4); i++) GroupMemoryBarrierWithGroupSync(); //: i if loop reach
    result[0] = cache[0]; //: result[0]`,
  ),
  draws(
    'atomics',
    '[playground::ZEROS(4)] RWStructuredBuffer<Atomic<uint>> counts;',
    `
    uint before = counts[0].add(1); //: before
    counts[1].store(3); //: reach
    counts[2].increment(); //: reach
    result[0] = before; //: result[0]`,
  ),
  draws(
    'macros',
    '#define TWICE(x) ((x) * 2)\n#define LOOP(i, n) for (int i = 0; i < (n); i++)\n#define ADD(to, what) \\\n    to += what; \\\n    to += 1;\n#define COUNT 4\n#define width 800\n#define value at',
    `
    float a = TWICE(3); //: a
    ADD(a, 2) //: reach
    a += COUNT; //: a
    float at = value(); //: at
    result[0] = a + width + at; //: result[0]`.replace('value()', 'TWICE(a)'),
  ),
  draws(
    'inactive text',
    '#if 0\nfloat never(float x) { return x; }\n#else\nfloat always(float x) { return x; } //: enter x return\n#endif\n#ifdef MISSING\n#endif\n// float f() { return 1; }\n/* float g() {\n return 2; } */',
    `
    float a = always(1); /* then */ a += 1; // and more //: a a
#if 1
    a = 2; //: a
#else
    a = 3;
#endif
    result[0] = a; //: result[0]`,
  ),
  draws(
    'statements over several lines',
    'float sum(float a, //: enter a\n          float b) //: b\n{\n    return a //: return\n        + b;\n}',
    `
    float a = //: a
        sum(1, // one
            2 /* two */);
    a //: a
        += 3;
    for (int i = 0; //: i loop
         i < 3; //: if
         i++)
    {
        a += i; //: a
    }
    if (a > 3 && //: if
        a < 9)
        a = 1; //: a
    result[ //: result[ int(a)]
        int(a)] = a;`,
  ),
  draws(
    'names like those of the trace',
    'float trace_at(float x) { return x; } //: enter x return\nstruct trace_buffer { float trace_isOn; }',
    `
    float trace_mode = trace_at(1); //: trace_mode
    trace_buffer b = { 2 }; //: b
    result[0] = trace_mode + b.trace_isOn; //: result[0]`,
  ),
  whole(
    'several entry points',
    `
${ENTRY} void first(uint3 id : SV_DispatchThreadID) { result[0] = id.x; } //: enter id result[0] return
${ENTRY} void second(uint2 id : SV_DispatchThreadID) { drawPixel(id, (int2 s) => float4(1)); } //: enter id store enter s return return`,
  ),
  whole(
    'entry points without a thread id',
    `
${ENTRY} void main() { outputTexture.Store(uint2(1, 2), float4(result[0])); } //: enter store return
${ENTRY} void grouped(uint3 group : SV_GroupID, uint index : SV_GroupIndex) { result[index] = group.x; } //: enter group index result[index] return`,
  ),
  whole(
    'ids of one number and signed ones',
    `
${ENTRY} void one(uint id : SV_DispatchThreadID) { result[id] = 1; } //: enter id result[id] return
${ENTRY} void two(int2 id : SV_DispatchThreadID) { outputTexture.Store(uint2(id), float4(1)); } //: enter id store return`,
  ),
  whole(
    'ids in structs, and beside others',
    `struct Ids { uint3 id : SV_DispatchThreadID; uint index : SV_GroupIndex; }
struct Narrow { uint2 id : SV_DispatchThreadID; uint3 group : SV_GroupID; }
static const int SIZE = 8;
${ENTRY} void one(Ids ids) { result[ids.index] = 1; } //: enter ids result[ids.index] return
${ENTRY} void two(Narrow ids) { result[ids.id.y] = ids.group.x; } //: enter ids result[ids.id.y] return
[numthreads(SIZE, 8)] void three(uint3 local : SV_GroupThreadID, uint2 id : SV_DispatchThreadID) { result[0] = 1; } //: enter local id result[0] return`,
  ),
  whole(
    'stores to the picture',
    `
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void main(uint3 id : SV_DispatchThreadID) //: enter id
{
    float4 c = float4(result[0]); //: c
    outputTexture.Store(id.xy + 1, //: store
        c * 2);
    outputTexture.Store(id.xy, c); //: store
    if (id.x > 3) outputTexture.Store(id.xy, 1.0); //: if store
    drawPixel(id.xy, (int2 size) //: store enter size
    {
        return c; //: return
    });
} //: return`.replace('(int2 size)', '(int2 size) =>'),
  ),
  {
    name: 'a picture of its own',
    text: `import playground;
[format("rgba16f")] [playground::BLACK_SCREEN(1, 1)] WTexture2D<float3> outputTexture;
void drawPixel(uint2 at) { outputTexture.Store(at, float3(1)); } //: enter at store return
${ENTRY}
void main(uint2 id : SV_DispatchThreadID) { drawPixel(id); } //: enter id reach return
`,
  },
  {
    name: 'a picture that can be read',
    text: `import playground;
[format("r32f")] [playground::BLACK_SCREEN(1, 1)] RWTexture2D<float> outputTexture;
${ENTRY}
void main(uint2 id : SV_DispatchThreadID) { float old = outputTexture[id]; outputTexture[id] = old + 1; outputTexture[id] += 1; } //: enter id old store reach return
`,
  },
  {
    name: 'printing, in a module',
    text: `module prints;
import printing; import playground;
public float half_(float x) { return x / 2; } //: enter x return
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { printf("%f\\n", half_(3)); } //: enter id reach return
`,
  },
  {
    name: 'no line break at the end',
    text: `import printing; import playground;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void main() { printf("%f\\n", 1.0); } // the end //: enter reach return`,
  },
  {
    name: 'other stages',
    text: `import playground; import rendering;
float3 shade(float2 at) { return float3(at, 1); } //: enter at return
float3 tint(float2 at) { return float3(at, 0); } //: enter at return
struct Varyings { float4 at : SV_Position; float2 uv : UV; }
[shader("vertex")] Varyings vertex(uint id : SV_VertexID) { Varyings v; v.at = float4(id); v.uv = 0; return v; } //: enter id v.at v.uv return
[shader("fragment")] float4 fragment(Varyings v) : SV_Target { return float4(shade(v.uv), 1); } //: enter v return
${ENTRY} void main(uint2 id : SV_DispatchThreadID) { drawPixel(id, (int2 s) => float4(tint(1) + shade(2), 1)); } //: enter id store enter s return return
`,
  },
  {
    name: 'a module with visibility',
    text: `module shown;
import playground; import rendering;
public struct Shy { private float a; internal float b; public float c; public __init(float x) { a = x; b = x; c = x; } } //: enter x a b c return
internal struct Inner { Shy shy; int n; }
public enum Mode { On, Off }
public float sum(Shy shy) { return shy.b + shy.c; } //: enter shy return
${ENTRY}
void main(uint2 id : SV_DispatchThreadID) //: enter id
{
    Inner inner = { Shy(2), 3 }; Mode mode = Mode.Off; //: inner mode
    drawPixel(id, (int2 s) => float4(sum(inner.shy), int(mode), 0, 1)); //: store enter s return
} //: return
`,
  },
  whole(
    'uniforms of entry points',
    `cbuffer Settings { float first; float2 second; }
${ENTRY} void main(uint3 id : SV_DispatchThreadID) //: enter id
{
    float all = first + second.x; //: all
    drawPixel(id.xy, (int2 s) => float4(all)); //: store enter s return
} //: return`,
  ),
];
