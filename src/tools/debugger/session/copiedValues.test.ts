import { describe, expect, it } from 'vitest';
import { copiedValues, tooLarge } from './programs.ts';

/** Modelled on the Slang compiler's output: three functions pass a 400-byte value on. */
const CODE = `struct Big_0
{
    v_0 : array<i32, i32(100)>,
};
fn trace_put_0( this_0 : array<i32, i32(100)>,  at_0 : u32) -> u32
{
    return at_0;
}
fn trace_value_0( site_0 : u32,  value_0 : Big_0)
{
    trace_close_0(trace_put_0(value_0.v_0, u32(1)));
}
fn trace_result_0( site_1 : u32,  value_1 : Big_0) -> Big_0
{
    trace_value_0(site_1, value_1);
    return value_1;
}
fn trace_value_1( site_2 : u32,  value_2 : vec3<u32>)
{
    return;
}
fn made_0( k_0 : i32) -> Big_0
{
    trace_value_1(u32(1), vec3<u32>(u32(0)));
    return trace_result_0(u32(2), big_0);
}
fn twice_0( k_1 : i32) -> i32
{
    var a_0 : Big_0 = made_0(k_1);
    var b_0 : Big_0 = made_0(k_1);
    trace_value_0(u32(3), a_0);
    return i32(0);
}
@compute
fn main()
{
    twice_0(i32(1)); twice_0(i32(2));
    trace_value_0(u32(4), made_0(i32(3)));
}
`;
const INSTRUMENTED = { code: CODE, prefix: 'trace_' };

describe('a large value', () => {
  it('counts a copy for each function that passes it on, at each call of its site', () => {
    expect(copiedValues(INSTRUMENTED)).toEqual([
      // In main itself, and in the four calls through twice.
      { site: 2, size: 400, bytes: 5 * 3 * 400 },
      { site: 3, size: 400, bytes: 2 * 2 * 400 },
      { site: 4, size: 400, bytes: 2 * 400 },
    ]);
  });

  it('is left out if the total is too large, starting with the most copied one', () => {
    const leftOut = (most: number) => [...tooLarge(INSTRUMENTED, most).keys()];
    expect(leftOut(8400)).toEqual([]);
    expect(leftOut(8399)).toEqual([2]);
    expect(leftOut(2399)).toEqual([2, 3]);
    expect(leftOut(0)).toEqual([2, 3, 4]);
  });
});

it('values below 256 bytes are not counted', () => {
  const code = CODE.replaceAll('i32(100)', 'i32(63)');
  expect(copiedValues({ ...INSTRUMENTED, code })).toEqual([]);
});
