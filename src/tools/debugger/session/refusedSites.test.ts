import { expect, test } from 'vitest';
import { refusedSites } from './programs.ts';

/** Modelled on the Slang compiler's output. */
const CODE = `struct Ray_0
{
    at_0 : i32,
};
fn trace_get_0( at_0 : u32) -> u32
{
    return trace_buffer_0[at_0];
}
fn trace_put_0( this_0 : Ray_0,  at_1 : u32) -> u32
{
    return at_1;
}
fn trace_value_0( site_0 : u32,  value_0 : Ray_0)
{
    trace_word_0(trace_end_0, site_0);
    trace_close_0(trace_put_0(value_0, trace_end_0 + u32(1)));
}
fn trace_result_0( site_1 : u32,  value_1 : Ray_0) -> Ray_0
{
    trace_value_0(site_1, value_1);
    return value_1;
}
fn length_0( ray_0 : Ray_0) -> f32
{
    trace_value_0(u32(3), ray_0);
    var turned_0 : AnyValue16 = turn_0(ray_0);
    var other_0 : f32 = trace_get_0(u32(9));
    trace_value_1(u32(4), turned_0);
    return trace_result_1(u32(6), trace_result_0(u32(5), ray_0).at_0);
}
`;

const lines = CODE.split('\n');

function refusedAt(...parts: readonly string[]): number[] {
  const errors = parts.map((part) => {
    const lineNum = lines.findIndex((line) => line.includes(part)) + 1;
    expect(lineNum, part).toBeGreaterThan(0);
    return { lineNum, said: 'type mismatch' };
  });
  return [...refusedSites({ code: CODE, prefix: 'trace_' }, errors).keys()];
}

test.each([
  ['the sites of its calls', ['trace_value_0(u32(3)'], [3]],
  ['all sites of a line', ['trace_result_1(u32(6)'], [6, 5]],
  ['the site of the next call if the line prepares it', ['var turned_0'], [4]],
  ['the sites of all calls that reach a function of the trace code', ['fn trace_put_0'], [3, 5]],
  ['the sites of a function that another one calls', ['return value_1'], [5]],
  ['each site once', ['trace_value_0(u32(3)', 'return at_1'], [3, 5]],
  ['no site for a type', ['at_0 : i32'], []],
  ['no site for code that records nothing', ['return trace_buffer_0'], []],
])('a rejected line leads to %s', (_, parts, sites) => {
  expect(refusedAt(...parts).toSorted()).toEqual(sites.toSorted());
});

test('the trace code’s names start with the program’s prefix', () => {
  const errors = [{ lineNum: 2, said: '' }];
  const code = 'fn f_0()\n    trace_at_0(u32(2)); trace2_at_0(u32(7));\n}';
  expect([...refusedSites({ code, prefix: 'trace2_' }, errors).keys()]).toEqual([7]);
});
