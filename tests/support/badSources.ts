import { createRandom } from './random.ts';

/** An invalid source, named after what is wrong with it. */
export interface BadSource {
  readonly name: string;
  readonly source: string;
}

const KERNEL = '[shader("compute")] [numthreads(1, 1, 1)]';
const kernel = (body: string, before = '') =>
  `RWStructuredBuffer<float> data; ${before} ${KERNEL} void main() { ${body} }`;
const repeat = (text: string, times: number) => text.repeat(times);

/** The source truncated after each statement, and in the middle of the next token. */
function truncations(name: string, source: string): BadSource[] {
  const ends = [...source.matchAll(/[;{}]/g)].map((match) => match.index);
  return ends.map((end, index) => ({
    name: `${name} cut after statement ${index + 1}`,
    source: source.slice(0, end + (index % 2 === 0 ? 1 : 4)),
  }));
}

const STRAY_TOKENS = [
  ...`} { ( ) ; < >> :: [ ] # " ' \\ @ 0x 1e struct import float3x /* */ 𝕏`.split(' '),
  '\0',
];

/** The source with tokens dropped, doubled, or replaced by stray ones. */
function mutations(name: string, source: string, count: number): BadSource[] {
  const random = createRandom(20260101);
  const tokens = source.match(/\w+|\s+|[^\w\s]/g) ?? [];
  return Array.from({ length: count }, (_, index) => {
    const mutated = [...tokens];
    const at = random(mutated.length);
    const kinds = [[], [tokens[at], tokens[at]], [STRAY_TOKENS[random(STRAY_TOKENS.length)]]];
    mutated.splice(at, 1, ...(kinds[index % kinds.length] ?? []).map(String));
    return { name: `${name} with mutation ${index + 1}`, source: mutated.join('') };
  });
}

const HAND_MADE: Readonly<Record<string, string>> = {
  nothing: '',
  'white space': ' \n\t\r\n ',
  'a comment': '// nothing else',
  'an open comment': '/* and then',
  'an open string': 'string s = "and then',
  'an open character': "int c = 'x",
  'an open raw string': 'string s = R"end(never)',
  'only braces': repeat('{', 200),
  'only closing braces': repeat('}', 200),
  'only parentheses': `int x = ${repeat('(', 400)}`,
  'nested parentheses': kernel(`data[0] = ${repeat('(', 200)}1${repeat(')', 200)};`),
  'nested blocks': kernel(`${repeat('{', 200)}${repeat('}', 200)}`),
  'nested conditions': kernel(
    `${repeat('if (data[0] > 0) {', 60)} data[0] = 1; ${repeat('}', 60)}`,
  ),
  'nested ternaries': kernel(
    `data[0] = ${repeat('data[1] > 0 ? 1.0 : (', 60)}0.0${repeat(')', 60)};`,
  ),
  'a long sum': kernel(`data[0] = ${repeat('1.0 + ', 500)}1.0;`),
  'a huge integer': 'static const int x = 99999999999999999999999999999999;',
  'a huge float': 'static const float x = 1e999999;',
  'a tiny float': 'static const float x = 1e-999999;',
  'a long float': `static const float x = 0.${repeat('1', 2000)};`,
  'a bad hexadecimal': 'static const int x = 0xZZ;',
  'a bad octal': 'static const int x = 0o99;',
  'a long name': `float ${repeat('a', 10_000)};`,
  'a long line': `// ${repeat('x', 100_000)}\nfloat broken`,
  'many lines': `${repeat('\n', 20_000)}oops`,
  'an array of size 0': 'static int x[0]; int f() { return x[0]; }',
  'an array of negative size': 'static int x[-1];',
  'an array of huge size': 'groupshared float x[2000000000];',
  'division by zero': 'static const int x = 1 / 0;',
  'remainder by zero': 'static const int x = 1 % 0;',
  'a shift too far': 'static const int x = 1 << 99;',
  'a recursive struct': 'struct A { A inner; }',
  'mutually recursive structs': 'struct A { B b; } struct B { A a; }',
  'a recursive alias': 'typealias A = A;',
  'mutually recursive aliases': 'typealias A = B; typealias B = A;',
  'a struct that extends itself': 'struct A : A {}',
  'an interface that extends itself': 'interface I : I {}',
  'a recursive generic': 'struct P<T> { P<P<T>> inner; } P<int> global;',
  'a generic that calls itself larger':
    'float f<let N : int>() { return f<N + 1>(); } float g() { return f<0>(); }',
  recursion: kernel('data[0] = f(3);', 'float f(int n) { return n < 1 ? 0.0 : f(n - 1); }'),
  'mutual recursion': kernel(
    'data[0] = f(3);',
    'float g(int n); float f(int n) { return g(n); } float g(int n) { return f(n); }',
  ),
  'a constant that needs itself': 'static const int x = x + 1;',
  'constants that need each other': 'static const int x = y; static const int y = x;',
  'an enum that needs itself': 'enum E { A = B, B = A }',
  'a default argument of its own': 'float f(float x = f()) { return x; }',
  'import of itself': 'import user;',
  'import of itself by file': 'import "user.slang";',
  'import of the probe': 'import playground_probe;',
  'import of nothing': 'import;',
  'import of a missing module': 'import missing;',
  'import of a path outside': 'import "../../etc/passwd";',
  'import of an absolute path': 'import "/etc/passwd";',
  'import of a folder': 'import "/";',
  'include of a missing file': '#include "missing.h"',
  'include of a path outside': '#include "../../etc/passwd"',
  'include of a device': '#include "/dev/random"',
  'include of itself': '#include "/user.slang"',
  'include of the module itself': '__include user;',
  'the name of a built-in module': 'module playground; float f() { return 1; }',
  'the name of another built-in module': 'module rendering;',
  'the name of the probe': 'module playground_probe;',
  'a module declaration of its own': `module mine; ${kernel('data[0] = 1;')}`,
  'a module declared twice': 'module a; module b;',
  'implementing nobody': 'implementing missing;',
  'names of the built-in modules':
    'import playground; import rendering; float outputTexture; float drawPixel;',
  'an attribute that does not exist': `import playground; [playground::NOTHING(1)] ${kernel('data[0] = 1;')}`,
  'an attribute with too few arguments': `import playground; [playground::CALL(1)] ${kernel('data[0] = 1;')}`,
  'an attribute with wrong arguments': `import playground; [playground::ZEROS("many")] RWStructuredBuffer<int> x;`,
  'an attribute on nothing': 'import playground; [playground::TIME]',
  'two entry points of one name': `${kernel('data[0] = 1;')} ${KERNEL} void main() {}`,
  'an entry point without a group size': '[shader("compute")] void main() {}',
  'an entry point with a group of 0': '[shader("compute")] [numthreads(0, 0, 0)] void main() {}',
  'an entry point with a negative group':
    '[shader("compute")] [numthreads(-1, 1, 1)] void main() {}',
  'an unknown stage': '[shader("nothing")] void main() {}',
  'a macro that expands to itself': '#define X X\nint X;',
  'macros that expand to each other': '#define A B\n#define B A\nint A;',
  'a macro that doubles': `${Array.from({ length: 12 }, (_, level) => `#define M${level + 1} M${level} M${level}`).join('\n')}\n#define M0 1 +\nint x = M12 1;`,
  'an open condition': '#if 1\nint x;',
  'a closed condition': '#endif',
  'an error directive': '#error stop here',
  'an unknown directive': '#nothing at all',
  'a bad line directive': '#line nothing\nint x = y;',
  'a line directive far away': '#line 2000000000\nint x = y;',
  'a control character': 'float x\u0001\u0002\u0003;',
  'a null character': 'float x\0y;',
  'a byte order mark': '\uFEFFfloat x = y;',
  'lone surrogates': 'float \uD800\uDC00 = \uDFFF\uD800;',
  emoji: 'float 🙂 = 🙃;',
  'right-to-left marks': 'float \u202Ex\u202C = y;',
  'a line separator': 'float x;\u2028float y = z;',
  'a backslash at the end': 'float x; \\',
  'Windows line ends': 'float x;\r\nfloat y = z;\r\n',
  'old Macintosh line ends': 'float x;\rfloat y = z;\r',
  JavaScript: 'const f = async () => { await fetch("x"); };',
  HTML: '<!doctype html><script>alert(1)</script>',
  GLSL: '#version 450\nlayout(location = 0) out vec4 color; void main() { color = vec4(1); }',
  'a pointer on WGSL': kernel('float *p = &data[0]; *p = 1;'),
  'doubles on WGSL': kernel('data[0] = float(double(data[1]) * 2.0lf);'),
  '64-bit atomics on WGSL': `RWStructuredBuffer<uint64_t> wide; ${kernel('InterlockedAdd(wide[0], 1ULL);')}`,
  'a wave intrinsic': kernel('data[0] = WaveActiveSum(data[1]);'),
  'ray tracing on WGSL': '[shader("raygeneration")] void main() { RayDesc ray; }',
  'a geometry shader on WGSL': '[shader("geometry")] [maxvertexcount(3)] void main() {}',
  'a non-differentiable derivative': kernel(
    'data[0] = fwd_diff(f)(1.0);',
    'float f(float x) { return x; }',
  ),
  'an interface as a value':
    'interface I { float get(); } RWStructuredBuffer<float> o; ConstantBuffer<I> c; ' +
    KERNEL +
    ' void main() { o[0] = c.get(); }',
  'an unresolved external': kernel('data[0] = f();', 'extern float f();'),
};

/** At least 200 sources that no compiler should crash on. */
export function badSources(demos: Readonly<Record<string, string>>): BadSource[] {
  return [
    ...Object.entries(HAND_MADE).map(([name, source]) => ({ name, source })),
    ...Object.entries(demos).flatMap(([name, source]) => [
      ...truncations(name, source),
      ...mutations(name, source, 50),
    ]),
  ];
}
