import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareGeneratedFiles } from '../build/generatedFiles.ts';
import { runCommand } from './runCommand.ts';
import { ensureCodeCheckers } from './systemPackages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const BROWSER_REPORT = path.join(root, 'reports/browser.json');

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs an npm script with visible output; resolves to true if it succeeded. */
async function runScript(name: string, args: readonly string[]): Promise<boolean> {
  console.log(`\n— ${name}`);
  return (await runCommand('npm', ['run', '--silent', name, '--', ...args])) === 0;
}

/** Counts a check that has no tests as one test. Prints its output when it ends. */
function check(name: string): Promise<Counts> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', name], (error, stdout, stderr) => {
      console.log(`\n— ${name}\n${stdout}${stderr}`);
      resolve({ passed: error ? 0 : 1, failed: error ? 1 : 0 });
    });
  });
}

async function codeChecks(): Promise<Counts> {
  return sum([await check('test:format'), await check('test:lint'), await check('test:types')]);
}

function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
  };
}

/**
 * Counts a suite from its report; a suite that fails without a failed test counts as one failure.
 */
async function suite(
  name: string,
  args: readonly string[],
  report: string,
  read: (report: unknown) => Counts,
): Promise<Counts> {
  await rm(report, { force: true });
  const succeeded = await runScript(name, args);
  const counts = await readFile(report, 'utf8').then(
    (text) => read(JSON.parse(text)),
    () => ({ passed: 0, failed: 1 }),
  );
  const ranNothing = counts.passed + counts.failed === 0;
  if ((!succeeded && counts.failed === 0) || ranNothing) return { ...counts, failed: 1 };
  return counts;
}

function readVitestReport(report: unknown): Counts {
  const { numPassedTests, numFailedTests } = report as Record<string, number>;
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 };
}

function vitestSuite(name: string, file: string): Promise<Counts> {
  const report = path.join(root, file);
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return suite(name, args, report, readVitestReport);
}

function readPlaywrightReport(report: unknown): Counts {
  const { stats } = report as { stats: Record<string, number> };
  return {
    passed: stats['expected'] ?? 0,
    failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0),
  };
}

ensureCodeCheckers();
process.chdir(root);
// The types and the build need the same files; two processes would write them at once.
await prepareGeneratedFiles();
const counts = sum([
  // Each keeps about one core busy.
  ...(await Promise.all([codeChecks(), check('test:build')])),
  await vitestSuite('test:unit', 'reports/unit.json'),
  await vitestSuite('test:gpu', 'reports/gpu.json'),
  await suite('test:browser', [], BROWSER_REPORT, readPlaywrightReport),
  await vitestSuite('test:firefox', 'reports/firefox.json'),
]);
process.exitCode = counts.failed === 0 ? 0 : 1;
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
