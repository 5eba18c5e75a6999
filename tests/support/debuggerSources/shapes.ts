import { computes, type TracedSource } from './debuggedSource.ts';

/** Shapes of other people's programs. */
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
    for (int i = 0; i < 3; i++) //: if loop i //= i = 2 ×3
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
];
