import { fuzzBytes } from './bytes.ts';
import { fuzzReflection } from './reflection.ts';
import { type FuzzOptions, type FuzzReport, printReport } from './report.ts';
import { fuzzSources } from './sources.ts';
import { fuzzTexts } from './texts.ts';

const FUZZERS: Readonly<Record<string, (options: FuzzOptions) => Promise<FuzzReport>>> = {
  sources: fuzzSources,
  reflection: fuzzReflection,
  bytes: fuzzBytes,
  texts: fuzzTexts,
};

const USAGE = `Usage: npm run fuzz -- ${Object.keys(FUZZERS).join('|')} SECONDS [--seed NUMBER]`;

/** How many characters of a fault's input to print; the seed reproduces all of it. */
const SHOWN = 4000;

/** Runs the fuzzer that the arguments name. The seed is random unless given. */
async function run(args: readonly string[]): Promise<number> {
  const [name = '', seconds, option, value] = args;
  const fuzzer = Object.hasOwn(FUZZERS, name) ? FUZZERS[name] : undefined;
  const seed = option === '--seed' ? Number(value) : Math.floor(Math.random() * 2 ** 31);
  if (!fuzzer || !(Number(seconds) > 0) || !Number.isInteger(seed)) {
    console.error(USAGE);
    return 2;
  }
  console.log(`${name}: ${seconds} s with seed ${seed}`);
  const report = await fuzzer({ seed, seconds: Number(seconds) });
  for (const { what, reproduction } of report.faults.slice(0, 20)) {
    console.error(`\nFault: ${what}\n${reproduction.slice(0, SHOWN)}`);
  }
  printReport(report);
  return report.faults.length === 0 ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2));
