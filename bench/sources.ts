/** A ray marcher of about `lines` lines, all of them used. */
export function benchSource(lines: number): string {
  const shapes = Math.max(1, Math.round((lines - 40) / 10));
  const functions = Array.from({ length: shapes }, (_, index) => shape(String(index), index));
  const union = Array.from(
    { length: shapes },
    (_, index) => `    nearest = min(nearest, shape${index}(point, time));`,
  );
  return `${HEAD}${TURN}${functions.join('\n')}\n${drawing(union)}`;
}

export const BENCH_SIZES = { small: 60, medium: 240, large: 1000 } as const;

/** The same program as one file, and as a main file that imports others. */
export interface BenchProject {
  readonly single: string;
  readonly main: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export function benchProject(lines: number, count: number): BenchProject {
  const each = Math.round(lines / (count - 1) / 10);
  const modules = Array.from({ length: count - 1 }, (_, module) =>
    Array.from({ length: each }, (__, index) => shape(`${module}_${index}`, index)).join('\n'),
  );
  const calls = modules.flatMap((_, module) =>
    Array.from(
      { length: Math.ceil(each / 10) },
      (__, index) => `    nearest = min(nearest, shape${module}_${index}(point, time));`,
    ),
  );
  const main = drawing(calls);
  const imports = modules.map((_, module) => `import shapes.part${module};`).join('\n');
  return {
    single: `${HEAD}${TURN}${modules.join('\n')}\n${main}`,
    main: `${HEAD}import turning;\n${imports}\n${main}`,
    files: [
      { path: 'turning.slang', text: TURN },
      ...modules.map((text, module) => ({
        path: `shapes/part${module}.slang`,
        text: `import turning;\n${text}`,
      })),
    ],
  };
}

const HEAD = 'import playground;\nimport rendering;\n';

const TURN = `
public float3 turn(float3 point, float angle)
{
    let s = sin(angle);
    let c = cos(angle);
    return float3(c * point.x - s * point.z, point.y, s * point.x + c * point.z);
}
`;

function shape(name: string, index: number): string {
  return `
/// Distance to a rounded box that turns about its own axis.
public float shape${name}(float3 point, float time)
{
    let turned = turn(point - float3(${index % 7}, ${index % 5}, ${index % 3}), time + ${index}.0);
    let outside = abs(turned) - float3(0.3, 0.2 + 0.01 * ${index}, 0.4);
    let corner = length(max(outside, 0.0));
    return corner + min(max(outside.x, max(outside.y, outside.z)), 0.0) - 0.05;
}`;
}

function drawing(calls: readonly string[]): string {
  return `
[playground::TIME]
uniform float time;

float scene(float3 point, float time)
{
    float nearest = 1000.0;
${calls.join('\n')}
    return nearest;
}

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) =>
    {
        let direction = normalize(float3((float2(pixel) - screen * 0.5) / screen.y, 1.0));
        float travelled = 0.0;
        for (int step = 0; step < 64; ++step)
            travelled += scene(direction * travelled - float3(0, 0, 9), time);
        return float4(float3(1.0 / (1.0 + travelled * 0.1)), 1.0);
    });
}
`;
}
