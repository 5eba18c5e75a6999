import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import printing from '#core/slang/examples/printing.slang?raw';
import rendering from '#core/slang/examples/rendering.slang?raw';
import { readAttributeFile } from '../../../../scripts/build/attributeDescriptions.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { ATTRIBUTE_PREFIX, reflectedName } from './attributeUse.ts';
import {
  ATTRIBUTE_GROUPS,
  ATTRIBUTES,
  type AttributeReference,
  attributeFile,
  exampleLines,
  linesFrom,
  sampleOf,
  signatureOf,
} from './reference.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

describe('text generated from the attributes (npx vitest run src/core/plan/attributes -u writes it)', () => {
  it('includes their declarations in playground.slang', async () => {
    await expect(declarations()).toMatchFileSnapshot('../../slang/playground.slang');
  });

  it('includes their table in the README', async () => {
    const readme = path.join(root, 'README.md');
    const rows = ATTRIBUTES.map(
      (attribute) => `| \`${signatureOf(attribute)}\` | ${summaryOf(attribute).join(' ')} |\n`,
    );
    const text = await readFile(readme, 'utf8');
    const written = text.replace(/(?:^\| `\[playground::.*\n)+/m, () => rows.join(''));
    await expect(written).toMatchFileSnapshot(readme);
  });
});

const PARAMETER =
  '[__AttributeUsage(_AttributeTargets.Var)] [__AttributeUsage(_AttributeTargets.Param)]';
const FUNCTION = '[__AttributeUsage(_AttributeTargets.Function)]';

function summaryOf({ name }: AttributeReference): readonly string[] {
  const file = path.join(import.meta.dirname, attributeFile(name));
  return readAttributeFile(readFileSync(file, 'utf8')).summary;
}

/** The heading and the allowed declarations of each group. */
const SECTIONS = [
  ['What a resource holds when the shader starts', PARAMETER],
  ['What a uniform holds in each frame', PARAMETER],
  ['How often an entry point runs in each frame', FUNCTION],
  ['How an entry point draws', FUNCTION],
] as const;

function declarations(): string {
  return [
    '// The attributes by which a shader tells the playground what to feed it and what to run.',
    '// An attribute [playground::NAME(…)] is the struct playground_NAMEAttribute below; the fields are',
    '// its arguments, in order.',
    ...SECTIONS.flatMap(([heading, usage], index) => [
      ...['', `// ---- ${heading} ----`],
      ...(ATTRIBUTE_GROUPS[index]?.attributes ?? []).flatMap((each) => declaration(each, usage)),
    ]),
    '',
  ].join('\n');
}

function declaration(attribute: AttributeReference, usage: string) {
  const { name, arguments: taken } = attribute;
  return [
    '',
    ...summaryOf(attribute).map((line) => `/// ${line}`),
    usage,
    `public struct ${ATTRIBUTE_PREFIX}${reflectedName(name)}Attribute`,
    '{',
    ...taken.map((argument) => `    ${argument.type} ${argument.name};`),
    '};',
  ];
}

const attributeNamed = (name: string) => ATTRIBUTES.filter((attribute) => attribute.name === name);

it('formats an attribute with its argument names', () => {
  const names = ['BLACK_SCREEN', 'SAMPLER', 'CALL::SIZE_OF'];
  expect(names.flatMap(attributeNamed).map(signatureOf)).toEqual([
    '[playground::BLACK_SCREEN(widthScale, heightScale)]',
    '[playground::SAMPLER]',
    '[playground::CALL::SIZE_OF(resourceName)]',
  ]);
});

it('has a sample argument of the right type for each parameter', () => {
  const patterns: Record<string, RegExp> = {
    ...{ int: /^\d+$/, float: /^\d+\.\d+$/, string: /^"[^"]+"$/, bool: /^true$/ },
  };
  const wrong = ATTRIBUTES.flatMap((attribute) => attribute.arguments).filter(
    ({ type, sample }) => !patterns[type]?.test(sample),
  );
  expect(wrong).toEqual([]);
  expect(ATTRIBUTES.slice(0, 3).map(sampleOf)).toEqual([
    '[playground::ZEROS(1024)]',
    '[playground::RAND(1024)]',
    '[playground::DATA("data:text/plain,Hello, Slang!")]',
  ]);
});

it('takes two lines from the example: the attribute and the declaration', () => {
  expect(['RAND', 'SAMPLER'].flatMap(attributeNamed).map(exampleLines)).toEqual([
    ['[playground::RAND(768)]', 'RWStructuredBuffer<float> noise;'],
    ['[playground::SAMPLER]', 'SamplerState smooth;'],
  ]);
});

it('has balanced backticks in its texts', () => {
  const texts = ATTRIBUTES.flatMap(({ appliesTo, meaning, arguments: taken }) => [
    ...[appliesTo, meaning, ...taken.map((argument) => argument.meaning)],
  ]);
  expect(texts.filter((text) => text.split('`').length % 2 === 0)).toEqual([]);
});

const compiler = await createTestCompiler();

describe('an example', () => {
  /** The reflection of the run as text. Throws on any diagnostic. */
  async function reflectionOf(sourceCode: string): Promise<string> {
    const answer = compiler.compile(runRequest(sourceCode));
    if (!answer.succ || answer.log !== '') throw new Error(answer.log || answer.message);
    const planned = await planProgram(answer.result, 'https://example.test/');
    if (!planned.ok) throw new Error(planned.error);
    return JSON.stringify(answer.result.reflection);
  }

  it.each(ATTRIBUTES)('compiles and runs without diagnostics: $name', async ({ name, example }) => {
    expect(await reflectionOf(example)).toContain(`"${ATTRIBUTE_PREFIX}${reflectedName(name)}"`);
  });

  it.each(Object.entries({ printing, rendering }))(
    'compiles and runs: %s',
    async (name, example) => {
      expect(example).toContain(`import ${name};`);
      expect(await reflectionOf(example)).toContain('"playground_CALL');
    },
  );
});

const SOURCE = 'first\n    second\n\n        third\nfourth\n';

describe('linesFrom', () => {
  it('starts at the first line with the prefix and removes the common indentation', () => {
    expect(linesFrom(SOURCE, 'second', 3)).toEqual(['second', '', '    third']);
    expect(linesFrom(SOURCE, 'first', 2)).toEqual(['first', '    second']);
  });

  it('throws if the source does not have the lines', () => {
    expect(() => linesFrom(SOURCE, 'fifth', 1)).toThrow('The source has no 1 lines from "fifth".');
    expect(() => linesFrom(SOURCE, 'fourth', 3)).toThrow('no 3 lines from "fourth"');
  });
});
