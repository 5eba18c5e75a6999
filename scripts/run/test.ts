import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureCodeCheckers } from './systemPackages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const BROWSER_REPORT = path.join(root, 'reports/browser.json');

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs an npm script with visible output; resolves to true if it succeeded. */
function runScript(name: string, args: readonly string[] = []): Promise<boolean> {
  console.log(`\n— ${name}`);
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name, '--', ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Counts a check that has no tests as one test. */
async function check(name: string): Promise<Counts> {
  const passed = await runScript(name);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
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

const steps: (() => Promise<Counts>)[] = [
  () => check('test:format'),
  () => check('test:lint'),
  () => check('test:types'),
  () => vitestSuite('test:unit', 'reports/unit.json'),
  () => vitestSuite('test:gpu', 'reports/gpu.json'),
  () => check('test:build'),
  () => suite('test:browser', [], BROWSER_REPORT, readPlaywrightReport),
  () => vitestSuite('test:firefox', 'reports/firefox.json'),
];

ensureCodeCheckers();
let passed = 0;
let failed = 0;
for (const step of steps) {
  const counts = await step();
  passed += counts.passed;
  failed += counts.failed;
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`\n${passed} passed, ${failed} failed`);
