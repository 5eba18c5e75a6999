import { DEFAULT_LIMITS } from '#core/plan/deviceLimits.ts';
import { COUNTED, findExcess } from '#core/plan/limitExcess.ts';
import type { ExportedProgram } from './exportedProgram.ts';

/** Device features and limits that the program needs and some devices lack, as sentences. */
export function deviceLimits({ descriptor }: Pick<ExportedProgram, 'descriptor'>): string[] {
  const excess = findExcess(descriptor, DEFAULT_LIMITS).map(
    ({ limit, used, allowed, owner }) =>
      `Devices that offer no more than WebGPU's default of ${allowed} ${COUNTED[limit]} cannot run it: ${owner.name} has ${used}.`,
  );
  const features = FEATURES.filter(([, pattern]) => pattern.test(descriptor.shader.code)).map(
    ([name]) => `Devices without WebGPU's feature ${name} cannot run it.`,
  );
  return [...excess, ...features];
}

/** Patterns that show in the WGSL code that a program needs a feature. */
const FEATURES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['shader-f16', /^enable\b[^;]*\bf16\b/m],
  ['subgroups', /^enable\b[^;]*\bsubgroups\b/m],
  ['bgra8unorm-storage', /texture_storage_[1-3]d(?:_array)?<\s*bgra8unorm\b/],
];
