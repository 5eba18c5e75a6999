import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom, type Random } from '../../tests/support/random.ts';
import type { Mutant } from './mutant.ts';

/** What a token becomes. Each is a fault that a test should notice. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  true: 'false',
  false: 'true',
};

/** Operators between spaces, so that types and arrows do not count, truth values, and small numbers. */
const TOKEN = /(?<= )(?:[<>]=?|[!=]==|&&|\|\||[+-])(?= )|\b(?:true|false|\d{1,3})\b(?!['.\w:])/g;

const COMMENTS_AND_TEXTS = /\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gs;

const USAGE = 'Usage: npm run mutate -- [FOLDER] [--count NUMBER] [--seed NUMBER]';

const root = path.resolve(import.meta.dirname, '../..');

/** Sources, without tests and data. */
function sourcesIn(folder: string): string[] {
  const listed = execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' });
  return listed.split('\n').filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file));
}

function mutantsOf(file: string): Mutant[] {
  const code = readFileSync(path.join(root, file), 'utf8');
  const bare = code.replace(COMMENTS_AND_TEXTS, (match) => ' '.repeat(match.length));
  return [...bare.matchAll(TOKEN)].map(({ 0: token, index }) => {
    const text = REPLACEMENTS[token] ?? String(Number(token) + 1);
    return { file, from: index, to: index + token.length, text };
  });
}

/**
 * Whether some test fails with the mutant; null if no test imports its file. The tests of its folder
 * run first, because they are quick.
 */
function isNoticed(mutant: Mutant): boolean | null {
  const env = { ...process.env, MUTANT: JSON.stringify(mutant) };
  const test = (...args: readonly string[]) =>
    spawnSync('npx', ['vitest', ...args, '--run', '--bail=1', '--reporter=dot'], {
      ...{ cwd: root, env },
      encoding: 'utf8',
    });
  const isMissing = ({ stdout, stderr }: ReturnType<typeof test>) =>
    `${stdout}${stderr}`.includes('No test files found');
  const near = test(`${path.dirname(mutant.file)}/`);
  if (!isMissing(near) && near.status !== 0) return true;
  const related = test('related', mutant.file);
  return isMissing(related) ? null : related.status !== 0;
}

/** The line with the fault, as it becomes. */
function describe({ file, from, to, text }: Mutant): string {
  const code = readFileSync(path.join(root, file), 'utf8');
  const start = code.lastIndexOf('\n', from) + 1;
  const end = code.indexOf('\n', to);
  const line = code.slice(0, from).split('\n').length;
  return `${file}:${line}  ${`${code.slice(start, from)}${text}${code.slice(to, end)}`.trim()}`;
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random(items.length)];
}

/** Runs the related tests with one random fault at a time, and prints the faults that no test notices. */
function run(args: readonly string[]): number {
  const option = (name: string, otherwise: number) => {
    const at = args.indexOf(name);
    return at < 0 ? otherwise : Number(args[at + 1]);
  };
  const folder = args[0]?.startsWith('--') === false ? args[0] : 'src/core';
  const count = option('--count', 10);
  const seed = option('--seed', Math.floor(Math.random() * 2 ** 31));
  const files = sourcesIn(folder);
  if (!(count > 0) || !Number.isInteger(seed) || files.length === 0) {
    console.error(USAGE);
    return 2;
  }
  console.log(`${count} faults in ${folder} with seed ${seed}`);
  const random = createRandom(seed);
  let survivors = 0;
  for (let tried = 0; tried < count; ) {
    const mutant = pick(mutantsOf(pick(files, random) ?? ''), random);
    const noticed = mutant ? isNoticed(mutant) : null;
    if (!mutant || noticed === null) continue;
    tried += 1;
    if (!noticed) survivors += 1;
    console.log(`${noticed ? 'noticed ' : 'SURVIVES'}  ${describe(mutant)}`);
  }
  console.log(`\n${survivors} of ${count} survive`);
  return 0;
}

process.exitCode = run(process.argv.slice(2));
