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
// Colours from dark blue to orange.
float3 palette(float t)
{
    float3 dark = float3(0.05, 0.08, 0.2);
    float3 warm = float3(0.9, 0.45, 0.15);
    return lerp(dark, warm, saturate(t * 2.0));
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

const switchOverBool: FaultySource = {
  name: 'a switch over a bool never ends for SPIR-V',
  target: 'SPIRV',
  entrypoint: null,
  kind: 'hang',
  source: `// A cloudy sky that is lit from one side.
RWStructuredBuffer<float4> sky;
uniform float time;
${PALETTE}
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
    float density = hash(place, uint(time));
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
${PALETTE}
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
    particle.color = float4(palette(speed + hash(uint2(particle.position), 3u)), 1.0);
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
${PALETTE}
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
    float wind = strength * hash(uint2(here.xy), uint(time));
    here.z += wind * here.y;
    Corner corner;
    corner.position = mul(projection, float4(here, 1.0));
    corner.normal = faceNormal(here, next, above);
    corner.color = palette(wind);
    return corner;
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
  boolCases,
];
