/**
 * A program with types of all kinds in its buffers, and with names that collide with those of
 * TypeScript and of exports. Its kernel adds one to each number of `maps[0]` and writes the results
 * into `maps[1]`; in arrays and matrices, it adds an amount that depends on the indices.
 */
export const ODD_PROGRAM = `import playground;
import rendering;

struct Inner<T> { T a; float3 b; };

struct Map
{
    float2 p;
    Inner<int> i;
    float3x3 m;
    column_major float2x3 cm;
    float w[3];
    Inner<float> f[2];
    uint kind;
    float2 nested[2][3];
    float3 last;
    float __proto__;
};

struct view { float3 at; float constructor; };

[playground::ZEROS(2)] RWStructuredBuffer<Map> maps;
[playground::ZEROS(2)] RWStructuredBuffer<view> GPUBuffer;
[playground::ZEROS(4)] RWStructuredBuffer<float3> points;
[playground::ZEROS(4)] RWStructuredBuffer<float4x4> matrices;
[playground::ZEROS(4)] RWByteAddressBuffer raw;

struct Brush
{
    [playground::SLIDER(0.5, 0, 1)] float size;
    [playground::COLOR_PICK(1, 0.5, 0)] float3 tint;
};
uniform Brush brush;
[playground::SLIDER(0.25, 0, 1)] uniform float delete;
[playground::KEY("\\"\`\${*/")] uniform float key;

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void default()
{
    let from = maps[0];
    Map to;
    to.p = from.p + 1;
    to.i.a = from.i.a + 1;
    to.i.b = from.i.b + 1;
    for (int index = 0; index < 3; ++index)
    {
        to.w[index] = from.w[index] + index;
        for (int other = 0; other < 3; ++other)
            to.m[index][other] = from.m[index][other] + 10 * index + other;
        for (int other = 0; other < 2; ++other)
            to.cm[other][index] = from.cm[other][index] + 10 * other + index;
    }
    for (int index = 0; index < 2; ++index)
    {
        to.f[index].a = from.f[index].a + 1;
        to.f[index].b = from.f[index].b + 1;
        for (int other = 0; other < 3; ++other)
            to.nested[index][other] = from.nested[index][other] + float2(index, other);
    }
    to.kind = from.kind + 1;
    to.last = from.last + 1;
    to.__proto__ = from.__proto__ + 1;
    maps[1] = to;
    GPUBuffer[1].at = GPUBuffer[0].at + float3(1, 2, 3);
    GPUBuffer[1].constructor = brush.size + brush.tint.y + delete + key;
    points[1] = points[0] + float3(1, 2, 3);
    matrices[1] = matrices[0] * 2.0f;
    raw.Store(0, 7u);
}

[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(brush.size, delete, 0, 1));
}
`;
