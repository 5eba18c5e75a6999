import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CompileResult } from '#core/output/compileResult.ts';
import { planDraws } from '#core/plan/draw/planDraws.ts';
import { planRun } from '#core/plan/planRun.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import type { JsonValue } from '#core/util/json.ts';
import { createRandom, type Random } from './random.ts';
import { type FuzzOptions, type FuzzReport, startTally } from './report.ts';

const folder = path.resolve(import.meta.dirname, '../generated/precompiled');

type Compiled = Extract<CompileResult, { readonly succ: true }>['result'];

const NUMBERS = [0, 1, 2, 3, 4, 8, 16, -1, 0.5, 1e9, 2 ** 32, 2 ** 53, -(2 ** 31), 1e308];

/** How many inputs run between two checks of the clock. */
const BATCH = 50;

/**
 * Feeds randomly changed reflection from the demos to `planRun`, which must return a plan or a
 * message and never throw.
 */
export async function fuzzReflection(options: FuzzOptions): Promise<FuzzReport> {
  const tally = startTally('reflection', options);
  const random = createRandom(options.seed);
  const programs = await readPrograms();
  const parts = programs.flatMap(({ reflection }) => listValues(reflection));
  while (tally.goesOn()) {
    for (let round = 0; round < BATCH; round += 1) {
      const program = random.pick(programs);
      let { reflection } = program;
      for (let change = 0; change <= random.below(4); change += 1) {
        reflection = mutateJson(reflection, parts, random);
      }
      const code = random.chance(0.3) ? cutLine(program.code, random) : program.code;
      try {
        const planned = planRun(
          { ...program, code, reflection },
          'https://example.test/',
          [],
          program.stages && planDraws,
        );
        readReflection(reflection);
        tally.add(planned.ok ? 'planned' : 'refused');
        if (!planned.ok && !/\w/.test(planned.error)) {
          tally.fault('refused without a message', JSON.stringify({ code, reflection }));
        }
      } catch (thrown) {
        tally.add('threw');
        const stack = thrown instanceof Error ? thrown.stack : thrown;
        tally.fault(`planRun threw: ${stack}`, JSON.stringify({ code, reflection }));
      }
    }
  }
  return tally.report();
}

async function readPrograms(): Promise<Compiled[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const answers = await Promise.all(
    files.map(async (file): Promise<CompileResult> => {
      const { text } = JSON.parse(await readFile(path.join(folder, file), 'utf8'));
      return JSON.parse(text);
    }),
  );
  return answers.flatMap((answer) => (answer.succ ? [answer.result] : []));
}

function listValues(value: JsonValue): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [value];
  return [value, ...Object.values(value).flatMap(listValues)];
}

/** A copy with one value, at any depth, replaced, removed or duplicated. */
function mutateJson(root: JsonValue, parts: readonly JsonValue[], random: Random): JsonValue {
  const copy = structuredClone(root);
  const containers = listValues(copy).filter(
    (value): value is JsonValue[] | Record<string, JsonValue> =>
      typeof value === 'object' && value !== null && Object.keys(value).length > 0,
  );
  if (containers.length === 0) return structuredClone(random.pick(parts));
  const container = random.pick(containers);
  if (Array.isArray(container)) {
    const place = random.below(container.length);
    const kind = random.below(3);
    if (kind === 0) container.splice(place, 1);
    else if (kind === 1) container.splice(place, 0, structuredClone(container[place] ?? null));
    else container[place] = replacement(parts, random);
    return copy;
  }
  const key = random.pick(Object.keys(container));
  if (random.chance(0.2)) delete container[key];
  else container[key] = replacement(parts, random);
  return copy;
}

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function replacement(parts: readonly JsonValue[], random: Random): JsonValue {
  if (random.chance(0.1)) return random.pick(INHERITED);
  return random.chance(0.3) ? random.pick(NUMBERS) : structuredClone(random.pick(parts));
}

function cutLine(code: string, random: Random): string {
  const lines = code.split('\n');
  lines.splice(random.below(lines.length), 1 + random.below(3));
  return lines.join('\n');
}
