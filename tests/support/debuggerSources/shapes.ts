import { computes, type TracedSource } from './debuggedSource.ts';

const KINDS = `interface IShape { int area(); }
struct Square : IShape { int side; int area() { return side * side; } } //: enter return
struct Box : IShape { int width; int height; int area() { return width * height; } } //: enter return`;

const MAKE = `IShape make(int k) //: enter k
{
    Square square = { 3 }; Box box = { 2, 5 }; //: square box //= square = {side: 3}, box = {width: 2, height: 5}
    if (k == 0) return square; //: if return
    return box; //: return
}`;

/** Shapes taken from other people's programs. */
export const SHAPES: readonly TracedSource[] = [
  computes(
    'braces that balance in each branch',
    '#define LEVEL 2',
    `
#if LEVEL == 1
    if (id.x == 7) {
#elif defined(LEVEL) && LEVEL > 1
    if (id.x == 0) { //: if
#else
    {
#endif
        float inside = LEVEL; //: inside //= inside = 2
        result[0] = inside; //: result[0] //= result[0] = 2
    }
    for (int i = 0; i < 3; i++) //: i if loop //= i = 3 ×3
#ifndef MISSING
    { //: 
#else
    { { {
#endif
        result[1] = i; //: result[1] //= result[1] = 2 ×3
    }
    float behind = 4; //: behind //= behind = 4`,
  ),
  computes(
    'a head for each branch',
    `#define HAS_SCALE
#ifdef HAS_SCALE
float bent(float x, float scale) { //: enter x scale
#else
float bent(float x) {
#endif
    float y = x * x; //: y //= y = 9
    return y; //: return //= return = 9
}`,
    `
#ifdef HAS_SCALE
    result[0] = bent(3, 2); //: result[0] //= result[0] = 9
#else
    result[0] = bent(3);
#endif`,
  ),
  computes(
    'constraints with operators',
    `struct Mean<T : IDifferentiable> where T.Differential == T
{
    T sum; float count;
    float weight() { float doubled = count * 2; return doubled; } //: enter doubled return //= doubled = 6, return = 6
}
float apply<T : IDifferentiable>(T x, float scale) where T.Differential == T { float y = scale * 2; return y; } //: enter x scale y return //= x = 1.5, scale = 4, y = 8, return = 8`,
    `
    Mean<float> mean = { 1.5, 3 }; //: mean //= mean = {sum: 1.5, count: 3}
    result[0] = mean.weight(); //: result[0] //= result[0] = 6
    result[1] = apply(1.5, 4); //: result[1] //= result[1] = 8`,
  ),
  computes(
    'lists of parameters with operators and values',
    `interface IWide { float width(); } interface IHigh { float height(); }
struct Tile : IWide, IHigh
{
    float width() { return 2; } //: enter return //= return = 2
    float height() { return 3; } //: enter return //= return = 3
}
float area<T : IWide & IHigh>(T tile) { float both = tile.width() * tile.height(); return both; } //: enter tile both return //= tile = {}, both = 6, return = 6
struct Row<T, let N : int = 4> { float first; float length() { float all = N * first; return all; } } //: enter all return //= all = 20, return = 20
__generic<T> T same(T x) { return x; } //: enter x return //= x = 7, return = 7`,
    `
    Tile tile; //:
    result[0] = area(tile); //: result[0] //= result[0] = 6
    Row<int> row = { 5 }; //: row //= row = {first: 5}
    result[1] = row.length() + same(7); //: result[1] //= result[1] = 27`,
  ),
  computes(
    'an interface as a variable and as a result',
    `${KINDS}
${MAKE}`,
    `
    IShape shape = make(0); //: shape //= shape = {side: 3}
    result[0] = shape.area(); //: result[0] //= result[0] = 9
    shape = make(1); //: shape //= shape = {width: 2, height: 5}
    result[1] = shape.area(); //: result[1] //= result[1] = 10`,
  ),
  computes(
    'interfaces as parameters',
    `${KINDS}
${MAKE}
int measure(IShape shape) { return shape.area(); } //: enter shape return //= shape = {side: 4}, return = 16
void replace(inout IShape shape, int k) //: enter shape k //= shape = {side: 3}, k = 1
{
    shape = make(k); //: shape //= shape = {width: 2, height: 5}
} //: return`,
    `
    IShape shape = make(0); //: shape //= shape = {side: 3}
    replace(shape, 1); //: reach shape //= shape = {width: 2, height: 5}
    result[0] = measure(shape); //: result[0] //= result[0] = 10
    Square square = { 4 }; //: square //= square = {side: 4}
    result[1] = measure(square); //: result[1] //= result[1] = 16`,
  ),
  computes(
    'an interface in a loop',
    `${KINDS}
${MAKE}
int measure(IShape shape) { return shape.area(); } //: enter shape return //= shape = {width: 2, height: 5}, return = 10`,
    `
    int total = 0; //: total //= total = 0
    for (int i = 0; i < 3; i++) //: i if loop //= i = 3 ×3
    {
        IShape shape = make(i); //: shape //= shape = {width: 2, height: 5} ×3
        total += measure(shape); //: total //= total = 29 ×3
    }
    result[0] = total; //: result[0] //= result[0] = 29`,
  ),
  computes(
    'fields of an interface',
    `${KINDS}
${MAKE}
struct Holder
{
    IShape shape; int count;
    [mutating] void hold(int k) //: enter k //= k = 1
    {
        shape = make(k); //: shape //= shape = {width: 2, height: 5}
        this.count = k; //: this.count //= this.count = 1
    } //: return
}
Holder held(int k) //: enter k //= k = 0
{
    Holder holder; holder.shape = make(k); holder.count = 7; //: holder.shape holder.count //= holder.shape = {side: 3}, holder.count = 7
    return holder; //: return //= return = {shape: {side: 3}, count: 7}
}`,
    `
    Holder holder = held(0); //: holder //= holder = {shape: {side: 3}, count: 7}
    holder.hold(1); //: reach holder //= holder = {shape: {width: 2, height: 5}, count: 1}
    Holder holders[2]; holders[1] = holder; //: holders[1] //= holders[1] = {shape: {width: 2, height: 5}, count: 1}
    holders[1].shape = make(0); //: holders[1].shape //= holders[1].shape = {side: 3}
    result[0] = holders[1].shape.area(); //: result[0] //= result[0] = 9`,
  ),
  computes(
    'arrays of an interface',
    `${KINDS}
${MAKE}
int both(IShape shapes[2]) //: enter shapes //= shapes = [{side: 3}, {width: 2, height: 5}]
{
    return shapes[0].area() + shapes[1].area(); //: return //= return = 19
}`,
    `
    IShape shapes[2] = { make(0), make(1) }; //: shapes //= shapes = [{side: 3}, {width: 2, height: 5}]
    result[0] = both(shapes); //: result[0] //= result[0] = 19
    shapes[0] = shapes[1]; //: shapes[0] //= shapes[0] = {width: 2, height: 5}
    result[1] = shapes[0].area(); //: result[1] //= result[1] = 10`,
  ),
  computes(
    'an interface that may be missing',
    `${KINDS}
${MAKE}
Optional<IShape> find(int k) //: enter k
{
    if (k > 5) return none; //: if return
    return make(k); //: return
}`,
    `
    Optional<IShape> missing = find(6); //: missing //= missing = {hasValue: false, value: ?}
    if (missing.hasValue) result[1] = 3; //: if result[1] //= missing.hasValue = false
    Optional<IShape> found = find(1); //: found
    if (found.hasValue) result[0] = found.value.area(); //: if result[0]`,
  ),
  computes(
    'what implements an interface elsewhere',
    `interface IBase { int size(); } interface IMore : IBase { int more(); }
struct Twice : IMore { int x; int size() { return 2 * x; } int more() { return x; } } //: enter return enter return
struct Plain { int y; }
extension Plain : IBase { int size() { return y; } } //: enter return //= return = 4
struct Of<T> : IBase { T item; int size() { return 1; } } //: enter return //= return = 1
IBase make(int k) //: enter k //= k = 2
{
    Twice twice = { 3 }; Plain plain = { 4 }; Of<float> of = { 2.5 }; //: twice plain of //= twice = {x: 3}, plain = {y: 4}, of = {item: 2.5}
    if (k == 0) return twice; //: if return
    if (k == 1) return plain; //: if return
    return of; //: return //= return = {item: 2.5}
}`,
    `
    IBase first = make(0); //: first //= first = {x: 3}
    IBase second = make(1); //: second //= second = {y: 4}
    IBase third = make(2); //: third //= third = {item: 2.5}
    result[0] = first.size() + second.size() + third.size(); //: result[0] //= result[0] = 11`,
  ),
  computes(
    'an interface of a namespace',
    `namespace geometry
{
    ${KINDS.replaceAll('\n', '\n    ')}
    func make(k : int) -> IShape //: enter k //= k = 1
    {
        if (k == 0) { Square square = { 3 }; return square; } //: if square return
        Box box = { 2, 5 }; return box; //: box return //= box = {width: 2, height: 5}, return = {width: 2, height: 5}
    }
}
func measure(shape : geometry::IShape, inout other : geometry.IShape) -> int //: enter shape other //= shape = {side: 3}, other = {width: 2, height: 5}
{
    other = shape; return other.area(); //: other return //= other = {side: 3}, return = 9
}`,
    `
    geometry::IShape shape = geometry::make(0); //: shape //= shape = {side: 3}
    var other : geometry.IShape = geometry.make(1); //: other //= other = {width: 2, height: 5}
    result[0] = measure(shape, other); //: result[0] other //= result[0] = 9, other = {side: 3}`,
  ),
  computes(
    'an interface whose name the compiler finds',
    `${KINDS}
${MAKE}`,
    `
    let shape = make(1); //: shape
    int area = shape.area(); //: area //= area = 10
    result[0] = area; //: result[0] //= result[0] = 10`,
  ),
  computes(
    'arrays of any length',
    `int sum(int values[], int count) //: enter count //= count = 3
{
    int total = 0; //: total //= total = 0
    for (int i = 0; i < count; i++) total += values[i]; //: i if loop total //= i = 3, total = 6 ×3
    return total; //: return //= return = 6
}
int last(int[3] values) { return values[2]; } //: enter values return //= values = [1, 2, 3], return = 3`,
    `
    int values[] = { 1, 2, 3 }; //: values //= values = [1, 2, 3]
    result[0] = sum(values, 3) + last(values); //: result[0] //= result[0] = 9`,
    ['Arrays of any length are not recorded.'],
  ),
  computes(
    'a type parameter that stands for structs',
    `struct Pair<A, B> { A a; B b; }
struct Plain { int x; }
enum Kind { Small, Large }
T same<T>(T x) { T y = x; return y; } //: enter x y return //= x = Large, y = Large, return = Large
T other<T>(T x) { return x; } //: enter x return //= x = {a: 1, b: 2.5}, return = {a: 1, b: 2.5}`,
    `
    Pair<int, float> pair = { 1, 2.5 }; Plain plain = { 3 }; //: pair plain //= pair = {a: 1, b: 2.5}, plain = {x: 3}
    let again = other(pair); let same1 = same(plain); //: again same1 //= again = {a: 1, b: 2.5}, same1 = {x: 3}
    Kind kind = same(Kind.Large); //: kind //= kind = Large
    result[0] = again.a + same1.x + int(kind); //: result[0] //= result[0] = 5`,
  ),
  computes(
    'a type parameter that stands for arrays and matrices',
    `static const int COUNT = 3;
T same<T>(T x) { T y = x; return y; } //: enter x y return //= x = ((1, 2), (3, 4)), y = ((1, 2), (3, 4)), return = ((1, 2), (3, 4))
T other<T>(T x) { return x; } //: enter x return //= x = [1, 2, 3], return = [1, 2, 3]
T third<T>(T x) { return x; } //: enter x return //= x = ((0.5, 1, 1.5), (2, 2.5, 3)), return = ((0.5, 1, 1.5), (2, 2.5, 3))`,
    `
    int values[COUNT] = { 1, 2, 3 }; let again = other(values); //: values again //= values = [1, 2, 3], again = [1, 2, 3]
    int2x2 turn = same(int2x2(1, 2, 3, 4)); //: turn //= turn = ((1, 2), (3, 4))
    float2x3 wide = third(float2x3(0.5, 1, 1.5, 2, 2.5, 3)); //: wide //= wide = ((0.5, 1, 1.5), (2, 2.5, 3))
    result[0] = again[1] + turn[1][0] + wide[0][1]; //: result[0] //= result[0] = 6`,
  ),
  computes(
    'lists of a type parameter',
    `struct List<T, let N : int>
{
    T items[N]; int count;
    [mutating] void add(T item) { items[count] = item; count++; } //: enter item items[count] count return
    Optional<T> at(int i) //: enter i //= i = 0
    {
        Optional<T> item = items[i]; //: item //= item = {hasValue: true, value: 1.5}
        return item; //: return //= return = {hasValue: true, value: 1.5}
    }
}`,
    `
    List<float, 4> list; list.count = 0; //: list.count //= list.count = 0
    list.add(1.5); list.add(2); //: reach list reach list //= list = {items: [1.5, 2, 0, 0], count: 2}
    let first = list.at(0); //: first //= first = {hasValue: true, value: 1.5}
    result[0] = first.value; //: result[0] //= result[0] = 1.5`,
  ),
  computes(
    'tuples',
    `Tuple<int, float> both(int i) { return makeTuple(i, 2.5f); } //: enter i return //= i = 3, return = {_0: 3, _1: 2.5}
Tuple<T, int> counted<T>(T x) { let pair = makeTuple(x, 4); return pair; } //: enter x pair return //= x = (1, 2), pair = {_0: (1, 2), _1: 4}, return = {_0: (1, 2), _1: 4}`,
    `
    let pair = both(3); let nested = makeTuple(pair, true); //: pair nested //= pair = {_0: 3, _1: 2.5}, nested = {_0: {_0: 3, _1: 2.5}, _1: true}
    let count = counted(float2(1, 2)); //: count //= count = {_0: (1, 2), _1: 4}
    result[0] = pair._1 + nested._0._0 + count._1; //: result[0] //= result[0] = 9.5`,
  ),
  computes(
    'resources as variables',
    `float sum(RWStructuredBuffer<float> numbers) { return numbers[0] + numbers[1]; } //: enter numbers return //= numbers = ?, return = 5`,
    `
    RWStructuredBuffer<float> other = result; //: other //= other = ?
    other[0] = 2; other[1] = 3; //: other[0] other[1] //= other[0] = 2, other[1] = 3
    float total = sum(other); //: total //= total = 5
    result[2] = total; //: result[2] //= result[2] = 5`,
  ),
  computes(
    // They are copied in so many places that a browser omits the largest of them.
    'large structs that are passed by value',
    `struct Table { int cells[512]; }
Table made(int k) //: enter k //= k = 10
{
    Table table; table.cells[3] = k + 1; //: table.cells[3] //= table.cells[3] = 11
    return table; //: return
}
int next(int k) { return made(k).cells[3]; } //: enter k return //= k = 10, return = 11`,
    `
    int k = next(next(next(next(next(next(next(next(3)))))))); //: k //= k = 11
    result[0] = k; //: result[0] //= result[0] = 11`,
  ),
];
