/**
 * A construct of the language, and what the debugger records of it. A comment `//: …` at the end of a
 * line names the line's sites in their order: `enter`, `return`, `if` for a condition, `loop` for an
 * iteration, `reach` for a statement without a value, `store` for a colour, else what has a value.
 */
export interface DebuggedSource {
  readonly name: string;
  readonly text: string;
}

const HEAD = 'import playground; import rendering; [playground::ZEROS(64)] RWStructuredBuffer<float> result;';
const ENTRY = '[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]';

/** An entry point with these statements, behind these declarations. */
function draws(name: string, declarations: string, statements: string): DebuggedSource {
  const main = `void main(uint3 id : SV_DispatchThreadID) //: enter id\n{${statements}\n    drawPixel(id.xy, (int2 s) => float4(result[0])); //: store enter s return\n} //: return\n`;
  return { name, text: `${HEAD}${declarations}\n${ENTRY}\n${main}` };
}

function whole(name: string, text: string): DebuggedSource {
  return { name, text: `${HEAD}${text}\n` };
}

export const DEBUGGED_SOURCES: readonly DebuggedSource[] = [
  draws('declarations', '', `
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
    result[0] = unset + c; //: result[0]`),
  draws('assignments', '', `
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
    result[0] = c + d; //: result[0]`),
  draws('if with and without braces', '', `
    float a = 0; //: a
    if (id.x > 3) a = 1; //: if a
    if (id.x > 4) //: if
        a = 2; //: a
    else //:
        a = 3; //: a
    if (id.y > 1) { a = 4; } else if (id.y > 2) a = 5; else { a = 6; } //: if a if a a
    if (id.y > 3) if (id.x > 1) a = 7; else a = 8; //: if if a a
    result[0] = a; //: result[0]`),
  draws('if with a declaration', 'Optional<int> find(int i) { if (i > 2) return i; return none; } //: enter i if return return', `
    if (let found = find(id.x)) result[0] = found; //: found result[0]
    result[1] = 1; //: result[1]`),
  draws('for', '', `
    float sum = 0; //: sum
    for (int i = 0; i < 4; i++) { sum += i; } //: if loop i sum
    for (int i = 0; i < 4; ++i) sum += i; //: if loop i sum
    for (int i = 0, j = 4; i < j; i++, j--) //: if loop i j
        sum += j; //: sum
    int k; for (k = 0; k < 2; k++) sum -= k; //: if loop sum
    for (;;) { if (sum > 3) break; sum += 1; } //: loop if reach sum
    result[0] = sum; //: result[0]`),
  draws('unrolled for', '', `
    float sum = 0; //: sum
    [ForceUnroll] for (int i = 0; i < 4; i++) { sum += i; } //: loop i sum
    [unroll] //:
    for (int i = 0; i < 3; i++) sum += i; //: loop i sum
    [loop] for (int i = 0; i < 3; i++) sum += i; //: if loop i sum
    result[0] = sum; //: result[0]`),
  draws('while and do', '', `
    int n = 0; //: n
    while (n < 5) n++; //: if loop n
    while (n < 10) { if (n == 7) { n += 2; continue; } n++; } //: if loop if n reach n
    do { n--; } while (n > 3); //: loop n if
    do n--; while (n > 0); //: loop n if
    result[0] = n; //: result[0]`),
  draws('switch', '', `
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
    result[0] = a; //: result[0]`),
  draws('early return', 'float f(float x) //: enter x\n{\n    if (x < 0) return 0; //: if return\n    if (x > 1) { return 1; } //: if return\n    return x * x; //: return\n}\nvoid g(int i) //: enter i\n{\n    if (i > 2) return; //: if return\n    result[i] = 1; //: result[i]\n} //: return', `
    result[0] = f(id.x); //: result[0]
    g(3); //: reach
    if (id.x > 100) return; //: if return`),
  draws('nested loops', '', `
    float sum = 0; //: sum
    for (int y = 0; y < 3; y++) //: if loop y
        for (int x = 0; x < 3; x++) //: if loop x
            if (x == y) continue; //: if reach
            else sum += x; //: sum
    result[0] = sum; //: result[0]`),
  draws('blocks and shadowing', '', `
    float a = 1; //: a
    { float a = 2; result[1] = a; } //: a result[1]
    { { int b = 3; result[2] = b; } } //: b result[2]
    ; ;
    result[0] = a; //: result[0]`),
  draws('nested calls', 'float twice(float x) { return 2 * x; } //: enter x return\nfloat four(float x) //: enter x\n{\n    return twice(twice(x)); //: return\n}', `
    result[0] = four(twice(1)); //: result[0]`),
  draws('parameters that are written', 'void change(inout float a, out int b, in float c) { a += c; b = 2; } //: enter a c a b return\nvoid modern(float x, inout float2 y) { y.x = x; } //: enter x y y.x return', `
    float x = 1; //: x
    int y; //:
    change(x, y, 3); //: reach x y
    float2 z = 0; //: z
    modern(x, z); //: reach z
    modern(x, z); modern(y, z); //: reach z reach z
    result[0] = x + y + z.x; //: result[0]`),
  draws('built-in functions that write', 'groupshared uint counter;', `
    float s, c; //:
    sincos(float(id.x), s, c); //: reach s c
    uint before; //:
    InterlockedAdd(counter, 1, before); //: reach before
    uint w, h; //:
    outputTexture.GetDimensions(w, h); //: reach w h
    result[0] = s + c + before + w + h; //: result[0]`),
  draws('struct with methods', 'struct Ray\n{\n    float3 from; float3 to;\n    float3 at(float t) { return from + (to - from) * t; } //: enter t return\n    [mutating] void move(float3 by) //: enter by\n    {\n        from += by; //: from\n        this.to += by; //: this.to\n    } //: return\n    static Ray make(float x) { Ray r; r.from = x; r.to = 2 * x; return r; } //: enter x r.from r.to return\n}', `
    Ray ray = Ray.make(1); //: ray
    ray.move(float3(1, 2, 3)); //: reach ray
    ray.from.x = 4; //: ray.from.x
    float3 p = ray.at(0.5); //: p
    result[0] = p.x; //: result[0]`),
  draws('constructor', 'struct Disk\n{\n    float r; float2 c;\n    __init(float r) { this.r = r; c = 0; } //: enter r this.r c return\n    __init(float r, float2 c) //: enter r c\n    {\n        this.r = r; //: this.r\n        this.c = c; //: this.c\n    } //: return\n}', `
    Disk one = Disk(2); //: one
    Disk two = Disk(3, float2(1, 2)); //: two
    Disk three = { 4, float2(1, 1) }; //: three
    result[0] = one.r + two.c.x + three.r; //: result[0]`),
  draws('properties', 'struct Angle\n{\n    float radians;\n    property float degrees //:\n    {\n        get { return radians * 57.29578; } //: enter return\n        set { radians = newValue / 57.29578; } //: enter radians return\n    }\n}', `
    Angle a; a.radians = 1; //: a.radians
    a.degrees = 90; //: a.degrees
    result[0] = a.degrees; //: result[0]`),
];
