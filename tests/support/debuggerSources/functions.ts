import { type DebuggedSource, draws } from './debuggedSource.ts';

export const FUNCTIONS: readonly DebuggedSource[] = [
  draws(
    'early return',
    'float f(float x) //: enter x\n{\n    if (x < 0) return 0; //: if return\n    if (x > 1) { return 1; } //: if return\n    return x * x; //: return\n}\nvoid g(int i) //: enter i\n{\n    if (i > 2) return; //: if return\n    result[i] = 1; //: result[i]\n} //: return',
    `
    result[0] = f(id.x); //: result[0]
    g(3); //: reach
    if (id.x > 100) return; //: if return`,
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
    'operators',
    'struct Money { int cents; }\nMoney operator+(Money a, Money b) { return { a.cents + b.cents }; } //: enter a b return\nbool operator<(Money a, Money b) { return a.cents < b.cents; } //: enter a b return\n__prefix Money operator-(Money a) { Money m; m.cents = -a.cents; return m; } //: enter a m.cents return',
    `
    Money a = { 3 }; Money b = { 4 }; //: a b
    Money c = a + b; //: c
    if (a < b) c = -c; //: if c
    result[0] = c.cents; //: result[0]`,
  ),
  draws(
    'generic functions',
    'T most<T : IComparable>(T a, T b) { if (a.lessThan(b)) return b; return a; } //: enter a b if return return\nT scaled<T : IFloat, let N : int>(T x) { T y = x; for (int i = 0; i < N; i++) y = y + x; return y; } //: enter x y i if loop y return',
    `
    int m = most(3, int(id.x)); //: m
    float s = scaled<float, 3>(2.0); //: s
    result[0] = m + s; //: result[0]`,
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
    'differentiable functions',
    '[Differentiable] float cube(float x) { float y = x * x; return y * x; } //: enter x y return\n[Differentiable] float sum(float x, no_diff int n) //: enter x n\n{\n    float s = 0; //: s\n    [MaxIters(8)] for (int i = 0; i < n; i++) { if (i > 2) s += x * i; else s -= x; } //: i loop s s\n    return s; //: return\n}\n[ForwardDifferentiable] float half_(float x) { return x / 2; } //: enter x return\n[BackwardDifferentiable] float third(float x) { let y = x / 3; return y; } //: enter x y return',
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
    'methods that interfaces implement',
    'interface IShape { float area(); float twice() { return 2 * area(); } property float side { get; } } //: enter return\nstruct Square : IShape { float a; float area() { return a * a; } property float side { get { return a; } } } //: enter return enter return\nfloat measure<T : IShape>(T shape) { return shape.twice() + shape.side; } //: enter shape return',
    `
    Square square = { 2 }; //: square
    result[0] = measure(square); //: result[0]`,
  ),
  draws(
    'what one target understands',
    'float magnitude(float x) { __target_switch { case wgsl: __intrinsic_asm "abs($0)"; default: return abs(x); } }',
    `
    result[0] = magnitude(-3); //: result[0]`,
    ['Functions with code for certain targets are not recorded.'],
  ),
  draws(
    'indices that move',
    'int next(inout int i) { i++; return i; } //: enter i i return',
    `
    int i = 1; //: i
    result[i] = i++; //: reach
    result[i] = next(i); //: reach i
    result[next(i)] = 2; //: reach i
    result[i] = i + 1; //: result[i]`,
  ),
];
