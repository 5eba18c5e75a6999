/** A program whose WGSL Chromium refuses on a device without 16-bit floats. */
export interface RefusedProgram {
  readonly name: string;
  readonly source: string;
  /** The faulty line, without its indentation; it occurs once. */
  readonly line: string;
  readonly marks: string;
  readonly says: string;
}

const kernel = (body: string, before = '') => `import playground;
import printing;

[playground::ZEROS(64)]
RWStructuredBuffer<float> data;
[playground::ZEROS(64)]
RWStructuredBuffer<int> counts;
${before}
[shader("compute")]
[numthreads(1, 1, 1)]
[playground::CALL(1, 1, 1)]
void report()
{
    float first = data[0];
    ${body}
    printf("%f", data[0] + first);
}
`;

export const REFUSED_PROGRAMS: readonly [RefusedProgram, ...RefusedProgram[]] = [
  {
    name: 'half floats that the device lacks',
    source: kernel('data[1] = first;\n    data[2] = float(half(first) * half(2.0));'),
    line: 'data[2] = float(half(first) * half(2.0));',
    marks: 'half',
    says: 'This device has no 16-bit floats',
  },
  {
    name: '64-bit integers',
    source: kernel('counts[1] = int(int64_t(counts[0]) * 3 >> 2);'),
    line: 'counts[1] = int(int64_t(counts[0]) * 3 >> 2);',
    marks: 'int64_t',
    says: 'WGSL has no 64-bit integers',
  },
  {
    name: 'a variable whose value the compiler moves to its use',
    source: kernel('int64_t wide = int64_t(counts[0]) * 3;\n    counts[1] = int(wide >> 2);'),
    line: 'int64_t wide = int64_t(counts[0]) * 3;',
    marks: 'int64_t',
    says: 'The place is approximate.',
  },
  {
    name: 'a value that is NaN',
    source: kernel('data[1] = 2.0 * first;\n    data[2] = first * sqrt(-1.0);'),
    line: 'data[2] = first * sqrt(-1.0);',
    marks: 'sqrt',
    says: 'The compiler knows the value of sqrt(-1.0) in report',
  },
  {
    name: 'a value without meaning in a function',
    source: kernel(
      'data[1] = level(first);',
      'float level(float x)\n{\n    float y = x * 2.0;\n    return y + acos(2.0);\n}\n',
    ),
    line: 'return y + acos(2.0);',
    marks: 'acos',
    says: 'The compiler knows the value of acos(2.0) in level',
  },
  {
    name: 'a switch over a bool',
    source: kernel(
      'bool isBig = first > 1.0;\n    switch (isBig)\n    {\n    case true: data[2] = 5.0; break;\n    default: data[2] = 6.0; break;\n    }',
    ),
    line: 'case true: data[2] = 5.0; break;',
    marks: 'true',
    says: 'The switch in report is over a bool',
  },
  {
    name: '16-bit integers in a calculation',
    source: kernel('data[1] = first;\n    counts[1] = int(int16_t(counts[0]) * int16_t(3));'),
    line: 'counts[1] = int(int16_t(counts[0]) * int16_t(3));',
    marks: 'counts',
    says: 'The browser refuses the WGSL of this line: unable to parse',
  },
  {
    name: '16-bit integers in a struct',
    source: kernel(
      'Tiny tiny = { first, int16_t(counts[3]) };\n    data[1] = heavier(tiny);',
      'struct Tiny\n{\n    float mass;\n    int16_t age;\n}\nfloat heavier(Tiny tiny)\n{\n    return tiny.mass * tiny.age;\n}\n',
    ),
    line: 'int16_t age;',
    marks: 'age',
    says: 'The source uses a type that WGSL does not have',
  },
  {
    name: 'a constant that is infinite',
    source: kernel(
      'data[1] = LIMITS[counts[0]];',
      'static const float LIMITS[2] = { 1.0 / 0.0, 2.0 };\n',
    ),
    line: 'static const float LIMITS[2] = { 1.0 / 0.0, 2.0 };',
    marks: 'LIMITS',
    says: 'The constant LIMITS holds a NaN or an infinity',
  },
  {
    name: 'a barrier that some threads may miss',
    source: kernel(
      'if (first > 0.0)\n        GroupMemoryBarrierWithGroupSync();\n    data[1] = 3.0;',
    ),
    line: 'GroupMemoryBarrierWithGroupSync();',
    marks: 'GroupMemoryBarrierWithGroupSync',
    says: "The browser refuses the WGSL of this line: 'workgroupBarrier' must only be called",
  },
  {
    name: 'a name that the compiler loses in a lambda',
    source: `import playground;
import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    float2 captured = float2(pixel);
    drawPixel(pixel, (int2 screen) => { return captured.x < 10.0 ? float4(1) : float4(0); });
}
`,
    line: 'drawPixel(pixel, (int2 screen) => { return captured.x < 10.0 ? float4(1) : float4(0); });',
    marks: 'captured',
    says: "The browser refuses the WGSL of this line: unresolved value 'captured_0'",
  },
];
