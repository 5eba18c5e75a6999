import type { ModuleFacts } from '#core/output/spirv/moduleFacts.ts';
import type { SpirvFunction } from '#core/output/spirv/readSpirv.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { countShared } from './codeWords.ts';
import type { GlslFunction } from './glslFunctions.ts';
import { withoutSuffix } from './sourceName.ts';
import type { Clue } from './spirvClues.ts';

/** A SPIR-V name as the compiler writes it in GLSL, without the numeric suffix. */
export function glslName(name: string): string {
  const escaped = name.replace(/[^\w.]/g, (each) =>
    each === '/' ? '' : `x${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return withoutSuffix(escaped.replace(/\./g, '_').replace(/__+/g, '_'));
}

export interface NamedFunction {
  readonly body: SpirvFunction;
  readonly name: string;
  /** The clues of each instruction of the body. */
  readonly clues: readonly (readonly Clue[])[];
}

/** Among functions of the same name, the one whose parameters and words match best. */
export function choosePartner(
  { body, clues }: NamedFunction,
  candidates: readonly GlslFunction[],
  facts: ModuleFacts,
): GlslFunction | null {
  if (candidates.length < 2) return candidates[0] ?? null;
  const words = new Set(clues.flatMap((each) => each.map(({ word }) => word)));
  const types = facts
    .parametersOf(body.instructions[0]?.operands[2] ?? '')
    .map((type) => glslType(facts.pointee(type)));
  let best: GlslFunction | null = null;
  let most = -1;
  for (const candidate of candidates) {
    const shared = countShared(candidate.words, words) / Math.max(1, candidate.words.size);
    const same = candidate.parameters.filter((type, at) => type === types[at]).length;
    const isLong = candidate.parameters.length === types.length;
    const score = shared + (isLong ? 1 : 0) + same / Math.max(1, types.length);
    if (score > most) {
      best = candidate;
      most = score;
    }
  }
  return best;
}

const PREFIXES: Readonly<Record<string, string>> = { float: '', int: 'i', uint: 'u', bool: 'b' };

/** `vec2` for `%v2float`; for a struct, the name without its number. */
function glslType(id: string): string {
  const [, size, scalar = ''] = /^%v(\d)(float|int|uint|bool)$/.exec(id) ?? [];
  if (size !== undefined) return `${ownValue(PREFIXES, scalar)}vec${size}`;
  return glslName(id.slice(1));
}
