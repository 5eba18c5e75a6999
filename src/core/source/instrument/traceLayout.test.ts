import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  FINDING_WORDS,
  MAX_ELEMENTS,
  SCALAR_CODE,
  TRACE_LAYOUT,
  TRACE_MODE,
  VALUE_KIND,
} from './traceLayout.ts';

/** Converts `isCut` to `IS_CUT`. */
function capitals(names: Readonly<Record<string, number>>, scale = 1): [string, number][] {
  return Object.entries(names).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
    value * scale,
  ]);
}

/** The generated code contains the numbers of these types. */
const GENERATED = ['STRUCT', 'ENUM', 'TUPLE'];

test('uses the same numbers in the layout and in the shader code', async () => {
  const folder = import.meta.dirname;
  const files = (await readdir(folder)).filter((file) => file.endsWith('.slang'));
  const code = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const constants = code.join('\n').matchAll(/^static const uint TRACE_(\w+) = (\w+);$/gm);
  const written = [...constants].map(([, name = '', value]) => [name, Number(value)] as const);
  const numbers = new Map<string, number>([
    ...capitals(TRACE_LAYOUT),
    ...capitals(SCALAR_CODE),
    ...capitals(VALUE_KIND, 0x10000),
    ...capitals(TRACE_MODE),
    ['FINDING', FINDING_WORDS],
    ['MAX_ELEMENTS', MAX_ELEMENTS],
  ]);
  for (const name of ['OFF', ...GENERATED]) numbers.delete(name);
  expect(new Map(written.toSorted())).toEqual(new Map([...numbers].sort()));
});
