import { DEFAULT_LIMITS } from '#core/plan/deviceLimits.ts';
import { COUNTED, type Excess, findExcess } from '#core/plan/limitExcess.ts';
import type { LintContext } from './context.ts';
import type { Lint } from './lint.ts';

/** Reports needs beyond what every device has: such a run may work only on this device. */
export function beyondDefaultLimits({
  program,
  entryPointNamed,
  parameterNamed,
}: LintContext): Lint[] {
  const planned = program?.planned();
  if (!planned?.ok) return [];
  return findExcess(planned.value, DEFAULT_LIMITS).flatMap((excess) => {
    const { kind, name } = excess.owner;
    const declaration = kind === 'entry point' ? entryPointNamed(name) : parameterNamed(name);
    if (!declaration) return [];
    return {
      ...declaration.nameSpan,
      severity: 'info',
      code: 'playground/beyond-default-limits',
      message: describe(excess),
      fixes: [],
    };
  });
}

function describe({ limit, used, allowed, owner }: Excess): string {
  return (
    `${owner.name} needs more than WebGPU's default of ${allowed} ${COUNTED[limit]}: it has ${used}. ` +
    'Devices that offer no more cannot run it.'
  );
}
