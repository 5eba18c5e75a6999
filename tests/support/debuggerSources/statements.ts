import { type DebuggedSource, draws } from './debuggedSource.ts';

export const STATEMENTS: readonly DebuggedSource[] = [
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
    for (int i = 0; i < 4; i++) { sum += i; } //: i if loop sum
    for (int i = 0; i < 4; ++i) sum += i; //: i if loop sum
    for (int i = 0, j = 4; i < j; i++, j--) //: i j if loop
        sum += j; //: sum
    int k; for (k = 0; k < 2; k++) sum -= k; //: k if loop sum
    for (;;) { if (sum > 3) break; sum += 1; } //: loop if reach sum
    result[0] = sum; //: result[0]`,
  ),
  draws(
    'unrolled for',
    '',
    `
    float sum = 0; //: sum
    [ForceUnroll] for (int i = 0; i < 4; i++) { sum += i; } //: i loop sum
    [unroll] //:
    for (int i = 0; i < 3; i++) sum += i; //: i loop sum
    [loop] for (int i = 0; i < 3; i++) sum += i; //: i if loop sum
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
    'nested loops',
    '',
    `
    float sum = 0; //: sum
    for (int y = 0; y < 3; y++) //: y if loop
        for (int x = 0; x < 3; x++) //: x if loop
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
    'labels',
    '',
    `
    float sum = 0; //: sum
    outer: for (int y = 0; y < 3; y++) //: y if loop
    {
        for (int x = 0; x < 3; x++) { if (x > y) continue; if (x == 2) break outer; sum += x; } //: x if loop if reach if reach sum
    }
    result[0] = sum; //: result[0]`,
  ),
  draws(
    'attributes of statements',
    '',
    `
    float a = 0; //: a
    [branch] if (id.x > 3) a = 1; //: if a
    [flatten] if (id.x > 3) { a = 2; } else [branch] if (id.y > 2) a = 3; //: if a if a
    [forcecase] switch (id.x) { case 1: a = 4; break; default: break; } //: if a reach reach
    result[0] = a; //: result[0]`,
  ),
];
