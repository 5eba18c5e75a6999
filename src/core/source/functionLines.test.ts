import { expect, it } from 'vitest';
import { functionLines } from './declarations.ts';

it('finds operators', () => {
  const text = `Tone operator==(Tone a, Tone b)
{ return a; }
struct Ramp { float operator()(float x) { return x; } }
float operator/(Tone a);
float work() { return -(1.0); }`;
  expect(functionLines(text)).toEqual([
    { name: 'operator', from: 1, to: 2 },
    { name: 'operator', from: 3, to: 3 },
    { name: 'work', from: 5, to: 5 },
  ]);
});

it('counts lines with any kind of line end', () => {
  const functions = functionLines('int a;\r\nint b;\rvoid main()\n{\r}');
  expect(functions).toEqual([{ name: 'main', from: 3, to: 5 }]);
});

it('finds functions with their lines', () => {
  const text = `[shader("compute")]
void main()
{
}
float far(float x);
struct Box { float size;
    float twice() { return 2 * size; }
}
namespace A { int one()
  { return 1; } }`;
  expect(functionLines(text)).toEqual([
    { name: 'main', from: 2, to: 4 },
    { name: 'twice', from: 7, to: 7 },
    { name: 'one', from: 9, to: 10 },
  ]);
});
