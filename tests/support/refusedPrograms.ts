import { casesIn } from './runtimeCases.ts';

/** A program whose WGSL Chromium refuses on a device without 16-bit floats. */
export interface RefusedProgram {
  readonly name: string;
  readonly source: string;
  /** The faulty line, without its indentation; it occurs once. */
  readonly line: string;
  readonly marks: string;
  readonly says: string;
}

/** In the source, ⟦…⟧ is around what is marked. */
function refused(name: string, says: string, marked: string): RefusedProgram {
  const plain = (text = '') => text.replace(/[⟦⟧]/g, '');
  const [, marks = ''] = /⟦(.*)⟧/.exec(marked) ?? [];
  const line = marked.split('\n').find((each) => each.includes('⟦'));
  return { name, source: plain(marked), line: plain(line).trim(), marks, says };
}

const kernel = (before: string, body: string) => `import playground;
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

const IN_KERNEL = casesIn(
  (name, says, before, body) => refused(name, says, kernel(before, body)),
  `
= 64-bit integers => WGSL has no 64-bit integers
> counts[1] = int(⟦int64_t⟧(counts[0]) * 3 >> 2);
= a variable whose value the compiler moves to its use => The place is approximate.
> ⟦int64_t⟧ wide = int64_t(counts[0]) * 3;
> counts[1] = int(wide >> 2);
= a value that is NaN => The compiler knows the value of sqrt(-1.0) in report
> data[1] = 2.0 * first;
> data[2] = first * ⟦sqrt⟧(-1.0);
= a value without meaning in a function => The compiler knows the value of acos(2.0) in level
float level(float x)
{
    float y = x * 2.0;
    return y + ⟦acos⟧(2.0);
}
> data[1] = level(first);
= a switch over a bool => The switch in report is over a bool
> bool isBig = first > 1.0;
> switch (isBig)
> {
> case ⟦true⟧: data[2] = 5.0; break;
> default: data[2] = 6.0; break;
> }
= 16-bit integers in a calculation => The browser refuses the WGSL of this line: unable to parse
> data[1] = first;
> ⟦counts⟧[1] = int(int16_t(counts[0]) * int16_t(3));
= 16-bit integers in a struct => The source uses a type that WGSL does not have
struct Tiny
{
    float mass;
    int16_t ⟦age⟧;
}
float heavier(Tiny tiny)
{
    return tiny.mass * tiny.age;
}
> Tiny tiny = { first, int16_t(counts[3]) };
> data[1] = heavier(tiny);
= a constant that is infinite => The constant LIMITS holds a NaN or an infinity
static const float ⟦LIMITS⟧[2] = { 1.0 / 0.0, 2.0 };
> data[1] = LIMITS[counts[0]];
= a barrier that some threads may miss => The browser refuses the WGSL of this line: 'workgroupBarrier' must only be called
> if (first > 0.0)
> ⟦GroupMemoryBarrierWithGroupSync⟧();
> data[1] = 3.0;
`,
);

export const REFUSED_PROGRAMS: readonly [RefusedProgram, ...RefusedProgram[]] = [
  refused(
    'half floats that the device lacks',
    'This device has no 16-bit floats',
    kernel('', 'data[1] = first;\n    data[2] = float(⟦half⟧(first) * half(2.0));'),
  ),
  ...IN_KERNEL,
  refused(
    'a name that the compiler loses in a lambda',
    "The browser refuses the WGSL of this line: unresolved value 'captured_0'",
    `import playground;
import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    float2 captured = float2(pixel);
    drawPixel(pixel, (int2 screen) => { return ⟦captured⟧.x < 10.0 ? float4(1) : float4(0); });
}
`,
  ),
];
