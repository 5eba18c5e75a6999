import { describe, expect, it } from 'vitest';
import { constantsOf } from './constantExpression.ts';
import { readSource } from './declarations.ts';
import { readTokens } from './tokens.ts';

const SOURCE = `
#define COUNT 8
#define HALF (COUNT / 2)
#define square(x) x * x
static const float MAX = 4;
static const int ROWS = 7.9, COLUMNS = 3;
static const float STEP = MAX / 16;
static const float LOOP = LOOP + 1;
static const float3 UP = float3(0, 1, 0);
namespace Deep { static const uint SIZE = ROWS * 2u; }
uniform float speed;
`;

const evaluate = (expression: string) => constantsOf(readSource(SOURCE))(readTokens(expression));

describe('the value of an expression', () => {
  it.each([
    ['1.0 / 3', 1 / 3],
    ['1 / 3', 0],
    ['7 % 4 - 1', 2],
    ['-7 / 2', -3],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * -4', -20],
    ['+1.5f', 1.5],
    ['.5h + 0.25', 0.75],
    ['1e-3', 0.001],
    ['0x10 + 0b11', 19],
    ['10u', 10],
    ['MAX', 4],
    ['STEP * 2', 0.5],
    ['ROWS / 2', 3],
    ['SIZE', 14],
    ['HALF + 1', 5],
    ['float(1) / 4', 0.25],
    ['int(2.9)', 2],
    ['max(2, MAX) + min(1, 0.5)', 4.5],
    ['sqrt(16)', 4],
    ['radians(180)', Math.PI],
  ])('is %s = %d', (expression, value) => {
    expect(evaluate(expression)).toBeCloseTo(value, 12);
  });

  it.each([
    ...['speed', 'unknown', 'LOOP', 'UP.y', 'UP', 'square(2)', 'rand(1)', '1 / 0', '1 +', '(1'],
    ...['1 2', '"text"', 'float(1, 2)', 'toString(1)', 'constructor', ''],
  ])('is unknown for %s', (expression) => {
    expect(evaluate(expression)).toBeUndefined();
  });
});
