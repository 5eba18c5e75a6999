import { type CompileResult, runRequest } from '#core/output/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import { planDraws } from '#core/plan/draw/planDraws.ts';
import { planRun } from '#core/plan/planRun.ts';
import type { Project } from '#core/project/project.ts';
import { messageOf } from '#core/util/errors.ts';
import {
  type CompilerClient,
  createCompilerClient,
} from '#engine/compiler/client/compilerClient.ts';
import { badSources } from '../tests/support/badSources.ts';
import { readDemo } from '../tests/support/compiler.ts';
import { demoNames } from '../tests/support/demos.ts';
import { startNodeWorker } from '../tests/support/nodeTransport.ts';
import { mutateText } from './mutate.ts';
import { splitIntoFiles } from './projects.ts';
import { createRandom, type Random } from './random.ts';
import {
  type FuzzOptions,
  type FuzzReport,
  startTally,
  type Tally,
  watchRejections,
} from './report.ts';

/** The client's time limit for a request, in milliseconds. */
const TIME_LIMIT = 10_000;

/** A request that takes longer, in milliseconds, counts as never settling. */
const PATIENCE = 60_000;

/** After this many sources, a good one is compiled again and compared. */
const CHECK_EVERY = 40;

/**
 * Sends random and mutated sources to the real compiler in a thread. Each request must settle with
 * code or a message, whatever its worker does; compiled code must have a plan or a message; and a
 * good source must still compile as before.
 */
export async function fuzzSources(options: FuzzOptions): Promise<FuzzReport> {
  const tally = startTally('sources', options);
  const random = createRandom(options.seed);
  const corpus = await readCorpus();
  const good = await readDemo('circle');
  const unwatch = watchRejections(tally);
  const client = createCompilerClient({
    start: startNodeWorker,
    binaryUrl: 'unused',
    onState: () => {},
    timeLimits: { asked: TIME_LIMIT, background: TIME_LIMIT },
    // No cache, so that every compile result comes from the compiler.
    cache: { get: async () => undefined, set: async () => {} },
  });
  const alone = { text: good, files: [] };
  const known = codeOf(await compile(client, 'WGSL', alone));
  // Without this, nothing else can be judged: the machine is too busy, or the compiler is broken.
  if (known === undefined) tally.fault('a good source does not compile', good);
  const checkGood = async (after: string) => {
    if (known !== undefined && codeOf(await compile(client, 'WGSL', alone)) !== known) {
      tally.fault('a good source compiles to other code than before', after);
    }
  };
  let source = good;
  for (let index = 1; known !== undefined && tally.goesOn(); index += 1) {
    const text = makeSource(corpus, random);
    const project = random.chance(0.4) ? splitIntoFiles(text, random) : { text, files: [] };
    source = JSON.stringify(project);
    const target = random.pick(COMPILE_TARGETS);
    judge(tally, target, project, await compile(client, target, project));
    if (index % CHECK_EVERY === 0) await checkGood(source);
  }
  await checkGood(source);
  client.dispose();
  unwatch();
  return tally.report();
}

type FuzzedProject = Pick<Project, 'text' | 'files'>;

interface Corpus {
  readonly demos: readonly string[];
  readonly bad: readonly string[];
}

async function readCorpus(): Promise<Corpus> {
  const demos = await Promise.all(demoNames().map(readDemo));
  const [first = '', second = ''] = demos;
  return { demos, bad: badSources({ first, second }).map(({ source }) => source) };
}

/** Mostly a demo with one or two changes, which often compiles or nearly does. */
function makeSource({ demos, bad }: Corpus, random: Random): string {
  let source = random.pick(random.chance(0.75) ? demos : bad);
  const changes = random.chance(0.25) ? 1 + random.below(20) : 1 + random.below(2);
  for (let change = 0; change < changes; change += 1) {
    source = mutateText(source, random.pick(demos), random);
  }
  return source;
}

async function compile(
  client: CompilerClient,
  target: CompileTarget,
  { text, files }: FuzzedProject,
): Promise<CompileResult | 'never settled'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<'never settled'>((resolve) => {
    timer = setTimeout(() => resolve('never settled'), PATIENCE);
  });
  const request = { ...runRequest(text, files), target };
  const settled = client.compile(request).then((report) => {
    if (!report) throw new Error('Nothing supersedes this compile.');
    return report;
  });
  const answer = await Promise.race([settled, patience]);
  clearTimeout(timer);
  return answer;
}

function codeOf(answer: CompileResult | 'never settled'): string | undefined {
  return answer !== 'never settled' && answer.succ ? answer.result.code : undefined;
}

function judge(
  tally: Tally,
  target: CompileTarget,
  project: FuzzedProject,
  answer: CompileResult | 'never settled',
): void {
  const source = JSON.stringify(project);
  const reproduction = `${target}: ${source}`;
  if (answer === 'never settled') {
    tally.add('never settled');
    tally.fault('a request never settled', reproduction);
    return;
  }
  tally.add(outcomeOf(answer));
  if (answer.log.includes('playground_probe') && !source.includes('playground_p')) {
    tally.fault('the log names the probe module', reproduction);
  }
  const paths = new Set(['', '/user.slang', ...project.files.map(({ path }) => `/${path}`)]);
  const isOdd = answer.diagnostics.some(({ path }) => /^\/?part\d/.test(path) && !paths.has(path));
  if (isOdd) tally.fault('a diagnostic has no path of a file', reproduction);
  if (!answer.succ) {
    if (answer.message === '') tally.fault('refused without a message', reproduction);
    return;
  }
  if (target !== 'WGSL') return;
  try {
    const planned = planRun(
      answer.result,
      'https://example.test/',
      [],
      answer.result.stages && planDraws,
    );
    if (!planned.ok && planned.error === '') tally.fault('no plan and no message', reproduction);
  } catch (thrown) {
    tally.fault(`planRun threw: ${messageOf(thrown)}`, reproduction);
  }
}

function outcomeOf(answer: CompileResult): string {
  if (answer.succ) return 'compiled';
  if (answer.message.startsWith('Compilation took longer')) return 'stopped by the time limit';
  if (answer.message.startsWith('Unknown error')) return 'worker replaced';
  return 'refused';
}
