import { expect, it } from 'vitest';
import { runAtOnce } from '#core/util/slices.ts';
import type { ParameterRow } from './parameterRows.ts';
import { rowsAsMarkdown, rowsAsTsv, searchRows, visibleRows } from './parameterTable.ts';

const rowOf = (
  path: string,
  type: string,
  children: readonly ParameterRow[] = [],
): ParameterRow => ({
  ...{ path, name: path.replace(/^.*\./, ''), isHeading: false, type, children },
  ...{ binding: '', offset: null, isInElement: false, size: null, declared: null, buffer: null },
});
const ROWS = [
  rowOf('camera', 'ConstantBuffer<Camera>', [
    { ...rowOf('camera.view', 'float4x4'), offset: 0, size: 64 },
    { ...rowOf('camera.my_eye', 'float3'), offset: 64, size: 12 },
  ]),
  { ...rowOf('image', 'Texture2D<float4>'), binding: '@group(0) @binding(1)' },
];

it('finds rows by name, type and binding, with their ancestors and descendants', () => {
  const found = (query: string) =>
    runAtOnce(searchRows(ROWS, query)).map((row) => [row.name, row.children.length]);
  expect(found('EYE')).toEqual([['camera', 1]]);
  expect(found('constant')).toEqual([['camera', 2]]);
  expect(found('binding(1)')).toEqual([['image', 0]]);
  expect(found('nothing')).toEqual([]);
});

it('writes all rows as Markdown and as a spreadsheet', () => {
  expect(rowsAsMarkdown(ROWS)).toBe(`| Name | Type | Binding | Offset | Size |
| --- | --- | --- | ---: | ---: |
| camera | ConstantBuffer\\<Camera\\> |  |  |  |
| camera.view | float4x4 |  | 0 | 64 |
| camera.my\\_eye | float3 |  | 64 | 12 |
| image | Texture2D\\<float4\\> | @group(0) @binding(1) |  |  |`);
  expect(rowsAsTsv(ROWS).split('\n')).toEqual([
    'Name\tType\tBinding\tOffset\tSize',
    'camera\tConstantBuffer<Camera>\t\t\t',
    'camera.view\tfloat4x4\t\t0\t64',
    'camera.my_eye\tfloat3\t\t64\t12',
    'image\tTexture2D<float4>\t@group(0) @binding(1)\t\t',
  ]);
});

it('lists the rows of expanded parents up to a limit, each with a unique key', () => {
  const keys = (limit: number) => {
    const visible = visibleRows([...ROWS, ...ROWS], (key) => key === 'camera', limit);
    return [visible.rows.map(({ key, level }) => `${level} ${key}`), visible.hidden];
  };
  expect(keys(10)).toEqual([
    ['0 camera', '1 camera.view', '1 camera.my_eye', '0 image', '0 camera 2', '0 image 2'],
    0,
  ]);
  expect(keys(2)).toEqual([['0 camera', '1 camera.view'], 4]);
});
