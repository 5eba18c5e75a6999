import type { Random } from './random.ts';

const MACROS = [
  '#define SAME(a) a',
  '#define TWICE(a) (a)+(a)',
  '#define TURN 006.283',
  '#define CHOOSE(c, a, b) c ? a : b',
  '#define PLACE vec2(3., x)',
  '#define TIMES(a, b) a*b',
  '#define VEC(n) vec##n',
  '#define rot(a) mat2(cos(a), sin(a), -sin(a), cos(a))',
  '#define rot4(a) mat2(cos(a + vec4(0, 33, 11, 0)))',
  '#define SET(a, b) a = b',
  '#define NEW(t, n) t n',
  '#define MUL(a, b) a *= b',
  '#define STEP(a) x*y < 1. ? x = a : y = a;',
];

/** A GLSL shader with random statements and macros. It need not make sense. */
export function macroProgram(random: Random): string {
  const pick = (choices: readonly (() => string)[]) => choices[random(choices.length)]?.() ?? '';
  const word = (words: string) => words.split(' | ')[random(words.split(' | ').length)] ?? '';
  const number = (depth: number): string => {
    if (depth <= 0) return word('1. | 00.5 | x | y | p.x | TURN');
    const less = () => number(depth - 1);
    return pick([
      () => `${less()} ${word('+ | - | *')} ${less()}`,
      () => `fract(${less()})`,
      () => `(${pair(depth - 1)}).s`,
      () => `(${condition(depth - 1)} ? ${less()} : ${less()})`,
      () => `${word('SAME | TWICE')}(${less()})`,
      () => `float[](${less()}, ${less()})[int(${less()})]`,
      () => `CHOOSE(${condition(depth - 1)}, ${less()}, ${less()})`,
    ]);
  };
  const pair = (depth: number): string => {
    if (depth <= 0) return word('p | q.ts | vec2(x, y) | PLACE');
    const less = () => pair(depth - 1);
    return pick([
      () => `${less()} ${word('+ | - | *')} ${less()}`,
      () => `${less()} * ${matrix(depth - 1)}`,
      () => `TIMES(${matrix(depth - 1)}, ${less()})`,
      () => `${word('SAME | TWICE')}(${less()})`,
      () => `vec2(${number(depth - 1)}, ${less()})`,
      () => `VEC(2)(${number(depth - 1)})`,
    ]);
  };
  const matrix = (depth: number): string => {
    if (depth <= 0) return word('m | rot(x) | rot4(y) | mat2(2.) | mat2(1., 2., 3., 4.)');
    return pick([
      () => `mat2(${pair(depth - 1)}, ${pair(depth - 1)})`,
      () => `${word('rot | rot4')}(${number(depth - 1)})`,
      () => `SAME(${matrix(depth - 1)})`,
      () => `${matrix(0)} * ${matrix(depth - 1)}`,
    ]);
  };
  const condition = (depth: number): string =>
    pick([
      () => `${number(depth)} < ${number(depth)}`,
      () => `p.x < ${number(0)} && ${number(0)} > (${number(depth)})`,
      () => `SAME(${pair(depth)} == q) ^^ true`,
    ]);
  const statement = (depth: number): string =>
    pick([
      () => `x = ${number(depth)};`,
      () => `p = ${pair(depth)};`,
      () => `p *= ${matrix(depth)};`,
      () => `MUL(p, ${matrix(depth)});`,
      () => `${condition(depth)} ? SET(x, ${number(depth)}) : y = 1.;`,
      () => `STEP(${number(depth)})`,
      () => `for (int i; i++ < 3;) { NEW(float, t); ${statement(depth - 1)} x += t; }`,
      () => `${number(depth)};`,
    ]);
  const body = Array.from({ length: 3 }, () => statement(2)).join('\n    ');
  return `${MACROS.join('\n')}
void mainImage(out vec4 color, in vec2 p)
{
    float x = 1., y = 2.;
    vec2 q = p;
    mat2 m = mat2(1., 2., 3., 4.);
    ${body}
    color = vec4(x, y, p);
}
`;
}
