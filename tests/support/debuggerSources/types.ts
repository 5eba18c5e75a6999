import { type DebuggedSource, draws } from './debuggedSource.ts';

export const TYPES: readonly DebuggedSource[] = [
  draws(
    'struct with methods',
    'struct Ray\n{\n    float3 from; float3 to;\n    float3 at(float t) { return from + (to - from) * t; } //: enter t return\n    [mutating] void move(float3 by) //: enter by\n    {\n        from += by; //: from\n        this.to += by; //: this.to\n    } //: return\n    static Ray make(float x) { Ray r; r.from = x; r.to = 2 * x; return r; } //: enter x r.from r.to return\n}',
    `
    Ray ray = Ray.make(1); //: ray
    ray.move(float3(1, 2, 3)); //: reach ray
    ray.from.x = 4; //: ray.from.x
    float3 p = ray.at(0.5); //: p
    result[0] = p.x; //: result[0]`,
  ),
  draws(
    'constructor',
    'struct Disk\n{\n    float r; float2 c;\n    __init(float r) { this.r = r; c = 0; } //: enter r this.r c return\n    __init(float r, float2 c) //: enter r c\n    {\n        this.r = r; //: this.r\n        this.c = c; //: this.c\n    } //: return\n}',
    `
    Disk one = Disk(2); //: one
    Disk two = Disk(3, float2(1, 2)); //: two
    Disk three = { 4, float2(1, 1) }; //: three
    result[0] = one.r + two.c.x + three.r; //: result[0]`,
  ),
  draws(
    'properties',
    'struct Angle\n{\n    float radians;\n    property float degrees //:\n    {\n        get { return radians * 57.29578; } //: enter return\n        set { radians = newValue / 57.29578; } //: enter newValue radians return\n    }\n}',
    `
    Angle a; a.radians = 1; //: a.radians
    a.degrees = 90; //: a.degrees
    result[0] = a.degrees; //: result[0]`,
  ),
  draws(
    'subscripts',
    'struct Grid\n{\n    float values[4];\n    __subscript(int x, int y) -> float //: x y x y\n    {\n        get { return values[x + 2 * y]; } //: enter return\n        set { values[x + 2 * y] = newValue; } //: enter newValue values[x + 2 * y] return\n    }\n    __subscript(int z) -> float //: z z\n    {\n        get { return values[z]; } //: enter return\n        set(float given) { values[z] = given; } //: enter given values[z] return\n    }\n}',
    `
    Grid grid; //:
    for (int i = 0; i < 4; i++) grid.values[i] = i; //: i if loop grid.values[i]
    grid[1, 0] = 5; //: grid[1, 0]
    result[0] = grid[1, 0]; //: result[0]`,
  ),
  draws(
    'enums',
    'enum Kind { Red, Green = 5, Blue }\nenum class Flag : uint { A = 1, B = 2, C = 1 << 4 }\nKind next(Kind kind) { return kind == Kind.Red ? Kind.Green : Kind.Blue; } //: enter kind return',
    `
    Kind kind = next(Kind.Red); //: kind
    Flag flag = Flag.C; //: flag
    switch (kind) { case Kind.Red: result[1] = 1; break; default: break; } //: if result[1] reach reach
    if (flag == Flag.A) kind = Kind.Blue; //: if kind
    result[0] = int(kind); //: result[0]`,
  ),
  draws(
    'generic types',
    'struct Pair<T, U> { T first; U second; }\nstruct List<T : __BuiltinArithmeticType, let N : int>\n{\n    T items[N];\n    T sum() { T s = items[0]; for (int i = 1; i < N; i++) s = s + items[i]; return s; } //: enter s i if loop s return\n}',
    `
    Pair<float, int2> pair = { 1.5, int2(2, 3) }; //: pair
    List<int, 3> list = { { 1, 2, 3 } }; //: list
    result[0] = pair.first + list.sum(); //: result[0]`,
  ),
  draws(
    'extensions',
    'extension float { float half_() { return this / 2; } } //: enter return\nstruct P { float x; }\nextension P { float twice() { return 2 * x; } [mutating] void reset() { x = 0; } } //: enter return enter x return',
    `
    P p = { 2 }; float y = 3; //: p y
    result[0] = p.twice() + y.half_(); //: result[0]
    p.reset(); //: reach p`,
  ),
  draws(
    'namespaces',
    'namespace geometry { struct Box { float a; }; float size(Box box) { return box.a; } } //: enter box return\nnamespace one::two { float f() { return 2; } } //: enter return',
    `
    geometry::Box box = { 4 }; //: box
    using namespace geometry;
    result[0] = size(box) + one::two::f(); //: result[0]`,
  ),
  draws(
    'nested types',
    'struct Outer { struct Inner { float x; }; enum Mode { On, Off }; Inner inner; Mode mode; }',
    `
    Outer outer; outer.inner.x = 1; outer.mode = Outer.Mode.Off; //: outer.inner.x outer.mode
    Outer.Inner inner = outer.inner; //: inner
    result[0] = inner.x + outer.inner.x; //: result[0]`,
  ),
  draws(
    'types in functions',
    '',
    `
    struct Local { float x; float y; }
    typealias Number = float; typedef int Whole;
    Local local = { 1, 2 }; //: local
    Number n = local.x; Whole w = 3; //: n w
    result[0] = n + w; //: result[0]`,
  ),
  draws(
    'inherited fields',
    'struct Base { float a; }\nstruct Derived : Base { float b; }',
    `
    Derived derived; derived.a = 1; derived.b = 2; //: derived.a derived.b
    Derived copy = derived; //: copy
    result[0] = copy.a + copy.b; //: result[0]`,
  ),
  draws(
    'buffers of structs',
    'struct Particle { float2 at; float2 speed; int age; }\n[playground::ZEROS(8)] RWStructuredBuffer<Particle> particles;\nvoid move(inout Particle p) { p.at += p.speed; p.age++; } //: enter p p.at p.age return',
    `
    Particle p = particles[id.x % 8]; //: p
    move(p); //: reach p
    particles[id.x % 8] = p; //: particles[id.x % 8]
    particles[0].age += 1; //: particles[0].age
    result[0] = p.at.x; //: result[0]`,
  ),
  draws(
    'resources as values',
    '[playground::URL("a.png")] Texture2D<float4> picture; [playground::SAMPLER] SamplerState state;\nfloat4 look(Texture2D<float4> texture, SamplerState sampler, float2 at) { return texture.SampleLevel(sampler, at, 0); } //: enter texture sampler at return',
    `
    float4 seen = look(picture, state, float2(0.5)); //: seen
    result[0] = seen.x; //: result[0]`,
  ),
  draws(
    'small and large types',
    '',
    `
    half h = half(id.x); half3 hs = half3(h); //: h hs
    bool b = id.x > 1; bool2 bs = bool2(b, !b); //: b bs
    uint4 us = uint4(id, 1); int2 negative = -int2(id.xy); //: us negative
    float3x4 m = float3x4(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) * float(id.x); //: m
    float many[40]; many[3] = h; //: many[3]
    int2 grid[2][3]; grid[1][2] = negative; //: grid[1][2]
    result[0] = float(hs.x) + us.x + m[1][2] + many[3] + float(grid[1][2].x) + (bs.x ? 1.0 : 0.0); //: result[0]`,
  ),
  draws(
    'optional and tuple',
    'Tuple<int, float> both(int i) { return makeTuple(i, 2.5); } //: enter i return',
    `
    let pair = both(3); //: pair
    Optional<float> maybe = none; //: maybe
    if (id.x > 2) maybe = 4.0; //: if maybe
    if (maybe.hasValue) result[1] = maybe.value; //: if result[1]
    result[0] = pair._0 + pair._1; //: result[0]`,
  ),
  draws(
    'vectors by index',
    '',
    `
    float3 v = 0; float4x4 m = 0; int i = int(id.x) % 3; //: v m i
    v[i] = 2; m[i][1] = v[i]; m[2] = float4(1); //: v[i] m[i][1] m[2]
    v.zyx = float3(1, 2, 3); //: v.zyx
    result[i + 1] = v[0] + m[i].y; //: result[i + 1]`,
  ),
  draws(
    'members without a call',
    'struct A { float b[2]; float2 c; }\nstatic A shared;',
    `
    A list[2]; list[0].b[1] = 3; list[1].c.y = 2; //: list[0].b[1] list[1].c.y
    shared.c = list[1].c; //: shared.c
    result[0] = list[0].b[1] + shared.c.y; //: result[0]`,
  ),
  draws(
    'integers of other sizes',
    '',
    `
    int16_t small = int16_t(3); uint8_t tiny = uint8_t(2);
    result[0] = int(small) + int(tiny); //: result[0]`,
    [
      'WGSL has no numbers of this type, so they are not recorded.',
      'WGSL has no numbers of this type, so they are not recorded.',
    ],
  ),
  draws(
    'long chains',
    'struct V { float x; V add(float y) { return { x + y }; } } //: enter y return',
    `
    V v = { 1 }; //: v
    let w = v.add(1).add(2) //: w
        .add(3);
    result[0] = w.x; //: result[0]`,
  ),
];
