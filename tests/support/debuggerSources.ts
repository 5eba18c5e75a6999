/**
 * A construct of the language, and what the debugger records of it. A comment `//: …` at the end of a
 * line names the line's sites in their order: `enter`, `return`, `if` for a condition, `loop` for an
 * iteration, `reach` for a statement without a value, `store` for a colour, else what has a value.
 */
export interface DebuggedSource {
  readonly name: string;
  readonly text: string;
  /** Reasons of what is left out. */
  readonly unseen?: readonly string[];
  /** How often the compiler is asked; 1 unless it refuses something. */
  readonly compiles?: number;
}

const OTHER_STAGE = 'A shader of another stage than compute runs this: it is not recorded.';
const OTHER_STAGES = [OTHER_STAGE, OTHER_STAGE, OTHER_STAGE];
const HEAD =
  'import playground; import rendering; [playground::ZEROS(64)] RWStructuredBuffer<float> result;';
const ENTRY =
  '[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]';

/** An entry point with these statements, behind these declarations. */
function draws(
  name: string,
  declarations: string,
  statements: string,
  unseen: readonly string[] = [],
): DebuggedSource {
  const main = `void main(uint3 id : SV_DispatchThreadID) //: enter id\n{${statements}\n    drawPixel(id.xy, (int2 s) => float4(result[0])); //: store enter s return\n} //: return\n`;
  return { name, text: `${HEAD}\n${declarations}\n${ENTRY}\n${main}`, unseen };
}

function whole(name: string, text: string): DebuggedSource {
  return { name, text: `${HEAD}\n${text}\n` };
}

export const DEBUGGED_SOURCES: readonly DebuggedSource[] = [
  draws(
    'declarations',
    '',
    `
    float a = 1.0; //: a
    int b = 2, c, d = 3; //: b d
    let e = a * 2; //: e
    var f = e; //: f
    var g : float = 4; //: g
    const float h = 5; //: h
    float unset;
    float3 v = float3(a, b, d); //: v
    float list[3] = { 1, 2, 3 }; //: list
    float2x2 m = float2x2(1, 0, 0, 1); //: m
    unset = g + h + list[1] + m[0][0] + v.x; //: unset
    c = int(f); //: c
    result[0] = unset + c; //: result[0]`,
  ),
  draws(
    'assignments',
    '',
    `
    float a = 1; //: a
    a += 2; //: a
    a -= 1; a *= 3; a /= 2; //: a a a
    int b = 5; //: b
    b %= 3; b <<= 2; b >>= 1; b |= 8; b &= 12; b ^= 1; //: b b b b b b
    b++; ++b; b--; --b; //: b b b b
    float3 v = 0; //: v
    v.x = a; v.yz = float2(b, 1); v[1] = 3; //: v.x v.yz v[1]
    result[int(v.x)] = v.y; //: result[int(v.x)]
    result[b++] = 1; //: reach
    float c, d; c = d = a; //: c
    result[0] = c + d; //: result[0]`,
  ),
  draws(
    'if with and without braces',
    '',
    `
    float a = 0; //: a
    if (id.x > 3) a = 1; //: if a
    if (id.x > 4) //: if
        a = 2; //: a
    else //:
        a = 3; //: a
    if (id.y > 1) { a = 4; } else if (id.y > 2) a = 5; else { a = 6; } //: if a if a a
    if (id.y > 3) if (id.x > 1) a = 7; else a = 8; //: if if a a
    result[0] = a; //: result[0]`,
  ),
  draws(
    'if with a declaration',
    'Optional<int> find(int i) { if (i > 2) return i; return none; } //: enter i if return return',
    `
    if (let found = find(id.x)) result[0] = found; //: found result[0]
    result[1] = 1; //: result[1]`,
  ),
  draws(
    'for',
    '',
    `
    float sum = 0; //: sum
    for (int i = 0; i < 4; i++) { sum += i; } //: if loop i sum
    for (int i = 0; i < 4; ++i) sum += i; //: if loop i sum
    for (int i = 0, j = 4; i < j; i++, j--) //: if loop i j
        sum += j; //: sum
    int k; for (k = 0; k < 2; k++) sum -= k; //: if loop sum
    for (;;) { if (sum > 3) break; sum += 1; } //: loop if reach sum
    result[0] = sum; //: result[0]`,
  ),
  draws(
    'unrolled for',
    '',
    `
    float sum = 0; //: sum
    [ForceUnroll] for (int i = 0; i < 4; i++) { sum += i; } //: loop i sum
    [unroll] //:
    for (int i = 0; i < 3; i++) sum += i; //: loop i sum
    [loop] for (int i = 0; i < 3; i++) sum += i; //: if loop i sum
    result[0] = sum; //: result[0]`,
  ),
  draws(
    'while and do',
    '',
    `
    int n = 0; //: n
    while (n < 5) n++; //: if loop n
    while (n < 10) { if (n == 7) { n += 2; continue; } n++; } //: if loop if n reach n
    do { n--; } while (n > 3); //: loop n if
    do n--; while (n > 0); //: loop n if
    result[0] = n; //: result[0]`,
  ),
  draws(
    'switch',
    '',
    `
    float a = 0; //: a
    switch (id.x) //: if
    {
    case 0: a = 1; break; //: a reach
    case 1: //:
    case 2: { a = 2; break; } //: a reach
    case 3: //:
        a = 3; //: a
        break; //: reach
    default: a = 4; break; //: a reach
    }
    result[0] = a; //: result[0]`,
  ),
  draws(
    'early return',
    'float f(float x) //: enter x\n{\n    if (x < 0) return 0; //: if return\n    if (x > 1) { return 1; } //: if return\n    return x * x; //: return\n}\nvoid g(int i) //: enter i\n{\n    if (i > 2) return; //: if return\n    result[i] = 1; //: result[i]\n} //: return',
    `
    result[0] = f(id.x); //: result[0]
    g(3); //: reach
    if (id.x > 100) return; //: if return`,
  ),
  draws(
    'nested loops',
    '',
    `
    float sum = 0; //: sum
    for (int y = 0; y < 3; y++) //: if loop y
        for (int x = 0; x < 3; x++) //: if loop x
            if (x == y) continue; //: if reach
            else sum += x; //: sum
    result[0] = sum; //: result[0]`,
  ),
  draws(
    'blocks and shadowing',
    '',
    `
    float a = 1; //: a
    { float a = 2; result[1] = a; } //: a result[1]
    { { int b = 3; result[2] = b; } } //: b result[2]
    ; ;
    result[0] = a; //: result[0]`,
  ),
  draws(
    'nested calls',
    'float twice(float x) { return 2 * x; } //: enter x return\nfloat four(float x) //: enter x\n{\n    return twice(twice(x)); //: return\n}',
    `
    result[0] = four(twice(1)); //: result[0]`,
  ),
  draws(
    'parameters that are written',
    'void change(inout float a, out int b, in float c) { a += c; b = 2; } //: enter a c a b return\nvoid modern(float x, inout float2 y) { y.x = x; } //: enter x y y.x return',
    `
    float x = 1; //: x
    int y; //:
    change(x, y, 3); //: reach x y
    float2 z = 0; //: z
    modern(x, z); //: reach z
    modern(x, z); modern(y, z); //: reach z reach z
    result[0] = x + y + z.x; //: result[0]`,
  ),
  draws(
    'built-in functions that write',
    '',
    `
    float s, c; //:
    sincos(float(id.x), s, c); //: reach s c
    float whole; float part = modf(s, whole); //: part whole
    uint w, h; //:
    outputTexture.GetDimensions(w, h); //: reach w h
    result[0] = s + c + whole + part + w + h; //: result[0]`,
  ),
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
    for (int i = 0; i < 4; i++) grid.values[i] = i; //: if loop i grid.values[i]
    grid[1, 0] = 5; //: grid[1, 0]
    result[0] = grid[1, 0]; //: result[0]`,
  ),
  draws(
    'operators',
    'struct Money { int cents; }\nMoney operator+(Money a, Money b) { return { a.cents + b.cents }; } //: enter a b return\nbool operator<(Money a, Money b) { return a.cents < b.cents; } //: enter a b return\n__prefix Money operator-(Money a) { Money m; m.cents = -a.cents; return m; } //: enter a m.cents return',
    `
    Money a = { 3 }; Money b = { 4 }; //: a b
    Money c = a + b; //: c
    if (a < b) c = -c; //: if c
    result[0] = c.cents; //: result[0]`,
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
    'generic functions',
    'T most<T : IComparable>(T a, T b) { if (a.lessThan(b)) return b; return a; } //: enter a b if return return\nT scaled<T : IFloat, let N : int>(T x) { T y = x; for (int i = 0; i < N; i++) y = y + x; return y; } //: enter x y if loop i y return',
    `
    int m = most(3, int(id.x)); //: m
    float s = scaled<float, 3>(2.0); //: s
    result[0] = m + s; //: result[0]`,
  ),
  draws(
    'generic types',
    'struct Pair<T, U> { T first; U second; }\nstruct List<T : __BuiltinArithmeticType, let N : int>\n{\n    T items[N];\n    T sum() { T s = items[0]; for (int i = 1; i < N; i++) s = s + items[i]; return s; } //: enter s if loop i s return\n}',
    `
    Pair<float, int2> pair = { 1.5, int2(2, 3) }; //: pair
    List<int, 3> list = { { 1, 2, 3 } }; //: list
    result[0] = pair.first + list.sum(); //: result[0]`,
  ),
  draws(
    'interfaces',
    'interface IShape { float area(); static int sides(); }\nstruct Square : IShape { float a; float area() { return a * a; } static int sides() { return 4; } } //: enter return enter return\nstruct Round : IShape { float r; float area() { return 3 * r * r; } static int sides() { return 0; } } //: enter return enter return\nfloat measure<T : IShape>(T shape) { float a = shape.area(); return a + T.sides(); } //: enter shape a return\nfloat any(IShape shape) { return shape.area(); } //: enter shape return',
    `
    Square square = { 2 }; Round round = { 1 }; //: square round
    result[0] = measure(square) + measure(round) + any(square); //: result[0]`,
  ),
  draws(
    'associated types and constraints',
    'interface IBox { associatedtype Item : IFloat; Item open(); }\nstruct Box : IBox { typealias Item = float; float x; float open() { return x; } } //: enter return\nT.Item take<T>(T box) where T : IBox { let item = box.open(); return item; } //: enter box item return',
    `
    Box box = { 3 }; //: box
    result[0] = take(box); //: result[0]`,
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
    'lambdas',
    'float apply(IFunc<float, float> f, float x) { return f(x); } //: enter f x return',
    `
    float k = 3; //: k
    let scale = (float x) => x * k; //: enter x return scale
    let longer = (float x) => { float y = x * k; if (y > 3) return y; return 1.0; }; //: enter x y if return return longer
    result[0] = apply(scale, 1) + apply(longer, 2); //: result[0]
    result[1] = apply((float x) => x + 1, 3); //: enter x return result[1]`,
  ),
  draws(
    'nested lambdas',
    'float apply(IFunc<float, float> f, float x) { return f(x); } //: enter f x return',
    `
    result[1] = apply((float x) => //: enter x result[1]
    {
        float z = apply((float y) => y * 2, x); //: enter y return z
        return z + 1; //: return
    }, 3);`,
  ),
  draws(
    'modern syntax',
    'func add(a : int, b : int) -> int { return a + b; } //: enter a b return\nfunc store(i : int, inout x : float) { result[i] = x; x = 0; } //: enter i x result[i] x return\nfunc nothing() -> void { result[2] = 1; } //: enter result[2] return',
    `
    var total = add(1, 2); //: total
    var x : float = total; //: x
    store(1, x); nothing(); //: reach x reach
    result[0] = x; //: result[0]`,
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
  {
    ...draws(
      'inherited fields',
      'struct Base { float a; }\nstruct Derived : Base { float b; }',
      `
    Derived derived; derived.a = 1; derived.b = 2; //: derived.a derived.b
    Derived copy = derived; //: copy
    result[0] = copy.a + copy.b; //: result[0]`,
    ),
    compiles: 2,
  },
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
    for (int i = 0; i < 64; i++) { sum += cache[i]; GroupMemoryBarrierWithGroupSync(); } //: if loop i sum reach
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
    for (int i = 0; i < int(amount * 4); i++) GroupMemoryBarrierWithGroupSync(); //: if loop i reach
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
    'expressions',
    '',
    `
    float a = id.x > 3 ? 1 : 2; //: a
    float b = (a, a + 1); //: b
    int c = int(a) << 2 | 3 & ~1; //: c
    bool d = a < b && c >= 2 || !(c == 3); //: d
    float2 e = float2(a, b).yx; //: e
    bool f = d == true; bool g = a <= b; bool h = c != 3; //: f g h
    a = b == e.x ? e.x : e.y; //: a
    (a) = 3; //: (a)
    sin(a); //: reach
    result[0] = select(d, a, b) + e.x; //: result[0]`,
  ),
  draws(
    'differentiable functions',
    '[Differentiable] float cube(float x) { float y = x * x; return y * x; } //: enter x y return\n[Differentiable] float sum(float x, no_diff int n) //: enter x n\n{\n    float s = 0; //: s\n    [MaxIters(8)] for (int i = 0; i < n; i++) { if (i > 2) s += x * i; else s -= x; } //: loop i s s\n    return s; //: return\n}\n[ForwardDifferentiable] float half_(float x) { return x / 2; } //: enter x return\n[BackwardDifferentiable] float third(float x) { let y = x / 3; return y; } //: enter x y return',
    `
    var pair = diffPair(2.0, 1.0); //: pair
    bwd_diff(cube)(pair, 1.0); //: reach
    let forward = fwd_diff(half_)(diffPair(3.0, 1.0)); //: forward
    var other = diffPair(1.0, 0.0); bwd_diff(third)(other, 1.0); bwd_diff(sum)(other, 3, 1.0); //: other reach reach
    result[0] = pair.d + forward.d + other.d + sum(1, 3); //: result[0]`,
  ),
  draws(
    'custom derivatives',
    '[BackwardDerivative(backward)] float f(float x) { return x * x; } //: enter x return\nvoid backward(inout DifferentialPair<float> x, float d) { x = diffPair(x.p, 2 * x.p * d); } //: enter x d x return',
    `
    var pair = diffPair(3.0, 0.0); //: pair
    bwd_diff(f)(pair, 1.0); //: reach
    result[0] = pair.d; //: result[0]`,
  ),
  draws(
    'differentiable types',
    'struct Lens : IDifferentiable { float focus; float2 at; }\n[Differentiable] float bend(Lens lens) { return lens.focus * lens.at.x; } //: enter lens return',
    `
    Lens lens = { 2, float2(3, 4) }; //: lens
    var pair = diffPair(lens); bwd_diff(bend)(pair, 1.0); //: pair reach
    result[0] = pair.d.focus; //: result[0]`,
  ),
  draws(
    'inlined functions',
    '[ForceInline] float f(float x) { return x + 1; } //: enter x return\n[noinline] float g(float x) { return x + 2; } //: enter x return',
    `
    result[0] = f(1) + g(2); //: result[0]`,
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
    'conditional text',
    '#define LARGE 1\n#if LARGE > 0\nfloat size() { return 2; } //: enter return\n#else\nfloat size() { return 1; } //: enter return\n#endif',
    `
    result[0] = size(); //: result[0]`,
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
    for (int i = 0; //: loop i
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
  draws(
    'packs',
    'void each_<each T : IFloat>(expand each T values) { int n = countof(T); result[n] = 1; } //: enter n result[n] return',
    `
    each_(1.0, 2.0); //: reach
    result[0] = 1; //: result[0]`,
    ['Packs of parameters are not recorded.'],
  ),
  draws(
    'callable values',
    'struct Scale : IFunc<float, float> { float k; float operator()(float x) { return k * x; } } //: enter x return\nfloat apply(IFunc<float, float> f) { return f(2); } //: enter f return',
    `
    Scale scale = { 3 }; //: scale
    result[0] = apply(scale); //: result[0]`,
  ),
  draws(
    'static methods and members',
    'struct Counter\n{\n    static const int START = 3;\n    int n = START;\n    static Counter make() { Counter c = {}; return c; } //: enter c return\n    [mutating] int next() { n++; return n; } //: enter n return\n}',
    `
    Counter counter = Counter.make(); //: counter
    int one = counter.next(); //: one counter
    result[0] = one + Counter.START; //: result[0]`,
  ),
  draws(
    'methods of generic types',
    'interface IOp { static float apply(float a, float b); }\nstruct Plus : IOp { static float apply(float a, float b) { return a + b; } } //: enter a b return\nstruct Fold<O : IOp> { float total; [mutating] void add(float x) { total = O.apply(total, x); } } //: enter x total return',
    `
    Fold<Plus> fold; fold.total = 0; //: fold.total
    fold.add(3); //: reach fold
    result[0] = fold.total; //: result[0]`,
  ),
  draws(
    'throwing functions',
    'enum Fault : int { Bad = 1 }\nfloat risky(float x) throws Fault { if (x > 3) throw Fault.Bad; return x; } //: enter x if return',
    `
    result[0] = 1; //: result[0]`,
    ['Statements that begin with throw are not recorded.'],
  ),
  draws(
    'deferred statements',
    '',
    `
    float a = 1; //: a
    defer result[1] = 3;
    result[0] = a; //: result[0]`,
    ['Statements that begin with defer are not recorded.'],
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
float3 shade(float2 at) { return float3(at, 1); }
float3 tint(float2 at) { return float3(at, 0); } //: enter at return
struct Varyings { float4 at : SV_Position; float2 uv : UV; }
[shader("vertex")] Varyings vertex(uint id : SV_VertexID) { Varyings v; v.at = float4(id); v.uv = 0; return v; }
[shader("fragment")] float4 fragment(Varyings v) : SV_Target { return float4(shade(v.uv), 1); }
${ENTRY} void main(uint2 id : SV_DispatchThreadID) { drawPixel(id, (int2 s) => float4(tint(1) + shade(2), 1)); } //: enter id store enter s return return
`,
    unseen: OTHER_STAGES,
  },
];
