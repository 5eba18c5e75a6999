import type { CompileTarget } from '#core/output/compileTarget.ts';

/** A source of realistic size that triggers a fault in this compiler. */
export interface FaultySource {
  readonly name: string;
  readonly target: CompileTarget;
  readonly entrypoint: string | null;
  readonly kind: 'hang' | 'crash' | 'internal-error' | 'invalid-wgsl';
  readonly source: string;
}

const PALETTE = `
// Colours from dark blue over orange to white.
float3 palette(float t)
{
    float3 dark = float3(0.05, 0.08, 0.2);
    float3 warm = float3(0.9, 0.45, 0.15);
    float3 mixed = lerp(dark, warm, saturate(t * 2.0));
    if (t > 0.5)
    {
        mixed = lerp(mixed, float3(1.0, 1.0, 1.0), (t - 0.5) * 2.0);
    }
    return mixed;
}

float hash(uint2 place, uint seed)
{
    uint state = place.x * 1973u + place.y * 9277u + seed * 26699u;
    state ^= state >> 15;
    state *= 0x2c1b3c6du;
    state ^= state >> 12;
    return float(state & 0xffffffu) / 16777216.0;
}
`;

const NOISE = `
/* Value noise: random numbers at whole places, with smooth steps between. */
float noise(float2 place, uint seed)
{
    uint2 cell = uint2(int2(floor(place)) + 1000);
    float2 part = frac(place);
    float2 smoothed = part * part * (3.0 - 2.0 * part);
    float top = lerp(hash(cell, seed), hash(cell + uint2(1, 0), seed), smoothed.x);
    float bottom = lerp(hash(cell + uint2(0, 1), seed), hash(cell + uint2(1, 1), seed), smoothed.x);
    return lerp(top, bottom, smoothed.y);
}

float clouds(float2 place, int octaves)
{
    float sum = 0.0;
    float scale = 0.5;
    for (int octave = 0; octave < octaves; octave++)
    {
        sum += scale * noise(place, uint(octave));
        place *= 2.03;
        scale *= 0.5;
    }
    return sum;
}
`;

const switchOverBool: FaultySource = {
  name: 'a switch over a bool never ends for SPIR-V',
  target: 'SPIRV',
  entrypoint: null,
  kind: 'hang',
  source: `// A cloudy sky that is lit from one side.
RWStructuredBuffer<float4> sky;
uniform float time;
${PALETTE}${NOISE}
float light(float density, bool isDay)
{
    float factor = 1.0;
    switch (isDay)
    {
    case true:
        factor = 1.0 - density;
        break;
    default:
        factor = 0.2 * density;
        break;
    }
    return factor;
}

[shader("compute")]
[numthreads(8, 8, 1)]
void drawSky(uint3 thread : SV_DispatchThreadID)
{
    uint2 place = thread.xy;
    float density = clouds(float2(place) * 0.02 + time, 4);
    sky[place.y * 256 + place.x] = float4(palette(density), 1.0);
}

[shader("compute")]
[numthreads(64, 1, 1)]
void lightSky(uint3 thread : SV_DispatchThreadID)
{
    sky[thread.x] *= light(sky[thread.x].w, sky[thread.x].x > 0.5);
}
`,
};

const specializedGroup: FaultySource = {
  name: 'a thread group whose size is a specialization constant kills the layout',
  target: 'WGSL',
  entrypoint: null,
  kind: 'crash',
  source: `// Particles that fall and bounce.
[vk::constant_id(0)]
const int GROUP_SIZE = 64;

struct Particle
{
    float2 position;
    float2 velocity;
    float4 color;
}

RWStructuredBuffer<Particle> particles;
uniform float gravity;
uniform float bounce;
${PALETTE}${NOISE}
Particle step(Particle particle, float seconds)
{
    particle.velocity.y -= gravity * seconds;
    particle.position += particle.velocity * seconds;
    if (particle.position.y < 0.0)
    {
        particle.position.y = -particle.position.y;
        particle.velocity.y *= -bounce;
    }
    return particle;
}

[shader("compute")]
[numthreads(GROUP_SIZE, 1, 1)]
void moveParticles(uint3 thread : SV_DispatchThreadID)
{
    Particle particle = step(particles[thread.x], 0.016);
    float speed = length(particle.velocity);
    particle.color = float4(palette(speed + noise(particle.position, 3u)), 1.0);
    particles[thread.x] = particle;
}
`,
};

const vertexForCuda: FaultySource = {
  name: 'a vertex shader ends in an internal error for CUDA',
  target: 'CUDA',
  entrypoint: 'bend',
  kind: 'internal-error',
  source: `// Bends a sheet of triangles in the wind.
struct Corner
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float3 color : COLOR;
}

cbuffer Camera
{
    float4x4 projection;
    float strength;
    float time;
}

StructuredBuffer<float3> positions;
${PALETTE}${NOISE}
float3 faceNormal(float3 a, float3 b, float3 c)
{
    return normalize(cross(b - a, c - a));
}

[shader("vertex")]
Corner bend(uint index : SV_VertexID)
{
    float3 here = positions[index];
    float3 next = positions[index + 1];
    float3 above = positions[index + 64];
    float wind = strength * clouds(here.xy + time, 3);
    here.z += wind * here.y;
    Corner corner;
    corner.position = mul(projection, float4(here, 1.0));
    corner.normal = faceNormal(here, next, above);
    corner.color = palette(wind);
    return corner;
}
`,
};

const longExpression: FaultySource = {
  name: 'an expression of ten thousand terms overflows the stack',
  target: 'WGSL',
  entrypoint: null,
  kind: 'crash',
  source: `// A sum that macros write.
#define TEN(x) x + x + x + x + x + x + x + x + x + x
#define HUNDRED(x) TEN(x) + TEN(x) + TEN(x) + TEN(x) + TEN(x) + TEN(x) + TEN(x) + TEN(x) + TEN(x) + TEN(x)
#define THOUSAND(x) HUNDRED(x) + HUNDRED(x) + HUNDRED(x) + HUNDRED(x) + HUNDRED(x) + HUNDRED(x) + HUNDRED(x) + HUNDRED(x) + HUNDRED(x) + HUNDRED(x)

RWStructuredBuffer<float> heights;
RWStructuredBuffer<float4> picture;
uniform float time;
${PALETTE}${NOISE}
float average(float value)
{
    float sum = THOUSAND(value) + THOUSAND(value) + THOUSAND(value) + THOUSAND(value) + THOUSAND(value) + THOUSAND(value) + THOUSAND(value) + THOUSAND(value);
    return sum / 8000.0;
}

float terrain(float2 place)
{
    float height = clouds(place, 5);
    if (height > 0.6)
    {
        height = 0.6 + 0.25 * (height - 0.6);
    }
    return height;
}

[shader("compute")]
[numthreads(8, 8, 1)]
void drawTerrain(uint3 thread : SV_DispatchThreadID)
{
    uint index = thread.y * 256 + thread.x;
    float height = terrain(float2(thread.xy) * 0.05 + time);
    heights[index] = average(height);
    picture[index] = float4(palette(height), 1.0);
}
`,
};

const boolCases: FaultySource = {
  name: 'a switch over a bool becomes WGSL that no browser takes',
  target: 'WGSL',
  entrypoint: null,
  kind: 'invalid-wgsl',
  source: switchOverBool.source,
};

export const FAULTY_SOURCES: readonly FaultySource[] = [
  switchOverBool,
  specializedGroup,
  vertexForCuda,
  longExpression,
  boolCases,
];
