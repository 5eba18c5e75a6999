import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_TEXT_IDS, readExportText } from './exportTexts.ts';
import { readSourceText } from './sourceText.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'source-text-'));
});
afterAll(() => rm(root, { recursive: true }));

async function textOf(files: Readonly<Record<string, string>>, names = ['run']) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return readSourceText(root, { 'src/entry.ts': names });
}

const PART = `interface Part {
  readonly value: number;
}`;
const RUN = `/** What others use. */
export function run(part: Part): number {
  // Kept too.
  return half(part.value) * sizes.count;
}`;
const FUNCTION = `function half(value: number): number {
  return value / TWO;
}`;
const ENTRY = `import { half, type Part } from '#lib/half.ts';
import sizes from '#generated/sizes.json' with { type: 'json' };

${RUN}

export function unused(): void {}
`;
const HALF = `/** A part. */
export ${PART}

const TWO = 2;

/** Half of it. */
export ${FUNCTION}

export const left = 'out';
`;
const FILES = {
  ...{ 'src/entry.ts': ENTRY, 'src/lib/half.ts': HALF },
  'generated/sizes.json': '{ "count": 3 }\n',
};

it('joins the code that an entry needs, with its comments, in dependency order', async () => {
  const text = await textOf(FILES);
  const half = `const TWO = 2;\n\n/** Half of it. */\n${FUNCTION}`;
  const sizes = 'const sizes = { "count": 3 } as const;';
  expect(text.typescript).toBe([`/** A part. */\n${PART}`, half, sizes, RUN].join('\n\n'));
  expect(text.javascript).toContain(
    '/** Half of it. */\nfunction half(value) {\n  return value / TWO;',
  );
  expect(text.javascript).not.toMatch(/export|interface|: number|as const/);
});

it.each([
  [
    'two modules declare one name',
    { 'src/entry.ts': `${ENTRY.replace('// Kept', 'TWO; // Kept')}const TWO = 3;` },
    'Two modules of an export declare TWO: give one another name.',
  ],
  [
    'an import is renamed',
    { 'src/entry.ts': "import { half as other } from '#lib/half.ts';\nexport const run = other;" },
    'imports half under another name',
  ],
  [
    'a package is imported',
    { 'src/entry.ts': "import { useState } from 'react';\nexport const run = useState;" },
    'imports react, which an export cannot contain',
  ],
])('fails if %s', async (_, files, message) => {
  await expect(textOf({ ...files, 'src/lib/half.ts': HALF })).rejects.toThrow(message);
});

it('separates the code that only a part’s functions need', async () => {
  await textOf(FILES);
  const { javascript, parts } = await readSourceText(
    root,
    { 'src/entry.ts': ['run'] },
    { halving: ['half'] },
  );
  expect(parts['halving']?.javascript).toMatch(
    /^const TWO = 2;\s+\/\*\* Half of it. \*\/\nfunction half\(/,
  );
  expect(parts['halving']?.typescript).toContain('function half(value: number)');
  expect(javascript).toMatch(/^const sizes = [\s\S]+function run\(/);
  expect(javascript).not.toContain('function half');
});

it('fails if two parts need one declaration, which no text would then declare once', async () => {
  const entry = `${ENTRY}export const other = half;\n`;
  await textOf({ ...FILES, 'src/entry.ts': entry });
  const entries = { 'src/entry.ts': ['run', 'other'] };
  await expect(readSourceText(root, entries, { one: ['run'], two: ['other'] })).rejects.toThrow(
    'The parts one and two of an export both need half.',
  );
});

it('separates the code in a page’s script that only some programs need', async () => {
  const { javascript, parts } = await readExportText('virtual:export-page');
  const of = (part: string) => parts[part]?.javascript ?? '';
  // Programs that need none of the parts never reach the only call.
  for (const [part, name] of [
    ['printing', 'readPrintRecords'],
    ['drawing', 'createDrawPipeline'],
    ['camera', 'orbitCamera'],
  ] as const) {
    expect(of(part)).toContain(`function ${name}(`);
    expect(javascript).not.toContain(`function ${name}(`);
    // A part's top-level code must not depend on the rest.
    expect(() => new Function(of(part))()).not.toThrow();
  }
});

it.each(EXPORT_TEXT_IDS)('makes %s a script that parses', async (id) => {
  const { parts, ...text } = await readExportText(id);
  const all = [...Object.values(parts), text];
  const typescript = all.map((each) => each.typescript).join('\n');
  const javascript = all.map((each) => each.javascript).join('\n');
  expect(typescript).not.toMatch(/^import |from '#|import\('/m);
  // `new Function` parses the text as a function's body; a module would execute it.
  expect(() => new Function(javascript)).not.toThrow();
  // The text must be safe inside a script element.
  expect(javascript).not.toMatch(/<\/script|<!--/i);
});
