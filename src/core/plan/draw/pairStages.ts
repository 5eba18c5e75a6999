import type { CompiledProgram } from '#core/output/compileResult.ts';
import { playgroundAttributes, reflectedName } from '#core/plan/attributes/attributeUse.ts';
import { isCalled, ONCE_ATTRIBUTE } from '#core/plan/attributes/calls.ts';
import type { EntryPointReflection } from '#core/plan/reflection/reflection.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { DRAW_ATTRIBUTES, type DrawSettings } from './drawAttributes.ts';
import { isSystemValue, readStageIo } from './stageIo.ts';

export interface StagePair {
  /** Null if the fragment entry point fills its targets. */
  readonly vertex: string | null;
  /** Null if the draw writes depth only. */
  readonly fragment: string | null;
  readonly settings: DrawSettings;
  readonly once: boolean;
}

export function pairStages(
  entryPoints: readonly EntryPointReflection[],
  program: CompiledProgram,
): Result<StagePair[]> {
  const stages = entryPoints.filter(({ stage }) => stage === 'vertex' || stage === 'fragment');
  const pairs: StagePair[] = [];
  const taken = new Set<string>();
  const fragments = new Map<string, EntryPointReflection | null>();
  for (const [index, entryPoint] of stages.entries()) {
    if (entryPoint.stage !== 'vertex') continue;
    const own = readSettings([entryPoint]);
    if (!own.ok) return own;
    const fragment = fragmentOf(entryPoint.name, own.value, { stages, index }, program);
    if (!fragment.ok) return fragment;
    if (fragment.value) taken.add(fragment.value.name);
    fragments.set(entryPoint.name, fragment.value);
  }
  for (const entryPoint of stages) {
    const { name } = entryPoint;
    const isVertex = entryPoint.stage === 'vertex';
    if (!isVertex && taken.has(name)) continue;
    const fragment = isVertex ? (fragments.get(name) ?? null) : entryPoint;
    const together = isVertex ? [entryPoint, ...(fragment ? [fragment] : [])] : [entryPoint];
    const read = readSettings(together);
    if (!read.ok) return read;
    const settings = read.value;
    if (isVertex && !settings.vertices && !settings.indirect) {
      if (Object.keys(settings).length === 0) continue;
      return fail(
        `${name} has attributes for drawing, but nothing says what it draws. Add, for example, ` +
          '[playground::DRAW(3)] or [playground::DRAW::MESH("cube")] to it.',
      );
    }
    if (isVertex && !fragment && settings.depthTexture === undefined) {
      return fail(
        `${name} has no fragment entry point: write one after it, a function with ` +
          '[shader("fragment")], or name one with [playground::DRAW::WITH("…")].',
      );
    }
    const once = together.some(({ attributes }) =>
      playgroundAttributes(attributes).some((attribute) => attribute.name === ONCE),
    );
    pairs.push({
      vertex: isVertex ? name : null,
      fragment: fragment?.name ?? null,
      settings,
      once,
    });
  }
  return ok(pairs);
}

/**
 * The fragment entry point that is named, or that follows in the source; null if there is none, or
 * if the draw needs none and the next one reads what this vertex entry point does not return.
 */
function fragmentOf(
  vertex: string,
  { fragment: wanted, depthTexture }: DrawSettings,
  { stages, index }: { readonly stages: readonly EntryPointReflection[]; readonly index: number },
  { reflection }: CompiledProgram,
): Result<EntryPointReflection | null> {
  if (wanted === undefined) {
    const next = stages[index + 1];
    if (next?.stage !== 'fragment') return ok(null);
    const returned = new Set(
      readStageIo(reflection, vertex).outputs.map(({ semantic }) => semantic),
    );
    const meets = readStageIo(reflection, next.name).inputs.every(
      (value) => isSystemValue(value) || returned.has(value.semantic),
    );
    return ok(meets || depthTexture === undefined ? next : null);
  }
  const named = stages.find(({ name, stage }) => name === wanted && stage === 'fragment');
  return named
    ? ok(named)
    : fail(`DRAW_WITH attribute of ${vertex}: there is no fragment entry point ${wanted}.`);
}

const ONCE = reflectedName(ONCE_ATTRIBUTE.name);
const ATTRIBUTES = new Map(
  DRAW_ATTRIBUTES.map((attribute) => [reflectedName(attribute.name), attribute]),
);

function readSettings(owners: readonly EntryPointReflection[]): Result<DrawSettings> {
  let settings: DrawSettings = {};
  const seen = new Map<string, string>();
  for (const { name: owner, attributes, stage } of owners) {
    for (const attribute of playgroundAttributes(attributes)) {
      const { name } = attribute;
      if (name === ONCE) continue;
      const found = ATTRIBUTES.get(name);
      if (!found) {
        return fail(
          isCalled({ attributes })
            ? `${name} attribute of ${owner}: it is a ${stage} entry point, but only compute ones can be called.`
            : `${name} attribute of ${owner} is unknown. Graphics entry points can have ${[...ATTRIBUTES.keys(), ONCE].join(', ')}.`,
        );
      }
      const other = seen.get(name);
      if (other !== undefined && !found.isRepeatable) {
        return fail(
          other === owner
            ? `${owner} has two ${name} attributes: remove one.`
            : `${other} and ${owner} both have a ${name} attribute: remove one.`,
        );
      }
      seen.set(name, owner);
      const planned = found.plan({ attribute, owner }, settings);
      if (!planned.ok) return planned;
      settings = { ...settings, ...planned.value };
    }
  }
  return ok(settings);
}
