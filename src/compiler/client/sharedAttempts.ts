import type { CompileRequest } from '#program/compileResult.ts';
import type { CompileOutcome } from './compilerClient.ts';
import type { JobPurpose } from './jobQueue.ts';
import type { EndReason } from './supervisor.ts';

/** What became of one compile. */
export type Attempt =
  | { readonly kind: 'answered'; readonly outcome: CompileOutcome }
  | { readonly kind: 'ended'; readonly reason: EndReason };

/** How many requests are known for not having come to an end. */
const DANGEROUS_LIMIT = 100;

/** Lets equal requests that overlap share one attempt, and knows those that ended badly. */
export function shareAttempts(
  ask: (request: CompileRequest, purpose: JobPurpose) => Promise<Attempt>,
  promote: (request: CompileRequest, purpose: JobPurpose) => void,
) {
  const underWay = new Map<string, Promise<Attempt>>();
  const dangerous = new Set<string>();
  const start = async (request: CompileRequest, key: string, purpose: JobPurpose) => {
    try {
      const attempted = await ask(request, purpose);
      if (attempted.kind === 'ended' && isBad(attempted.reason)) {
        const [oldest] = dangerous;
        if (dangerous.size >= DANGEROUS_LIMIT && oldest !== undefined) dangerous.delete(oldest);
        dangerous.add(key);
      }
      return attempted;
    } finally {
      underWay.delete(key);
    }
  };
  return {
    attempt(request: CompileRequest, key: string, purpose: JobPurpose): Promise<Attempt> {
      const known = underWay.get(key);
      if (known !== undefined) {
        promote(request, purpose);
        return known;
      }
      const attempted = start(request, key, purpose);
      underWay.set(key, attempted);
      return attempted;
    },
    isDangerous: (key: string) => dangerous.has(key),
  };
}

/** Whether the source may be at fault. What is cancelled takes a person too long. */
function isBad({ kind }: EndReason): boolean {
  return kind === 'time-out' || kind === 'crashed' || kind === 'cancelled';
}
