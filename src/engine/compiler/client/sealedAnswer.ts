import type { CompileResult } from '#core/output/compileResult.ts';
import { decodeBase64, encodeBase64Url } from '#core/util/base64.ts';
import { sha256 } from '#core/util/sha256.ts';

/** A stored answer with a checksum, so that a damaged or foreign one never runs. */
export interface SealedAnswer {
  /** The key of its request, which includes the compiler's fingerprint. */
  readonly key: string;
  /** SHA-256 of key and text, in hexadecimal. */
  readonly seal: string;
  /** The {@link CompileResult} as JSON, with bytes in base64. */
  readonly text: string;
}

export async function sealAnswer(key: string, answer: CompileResult): Promise<SealedAnswer> {
  const text = JSON.stringify(answer, (_name, value: unknown) =>
    value instanceof Uint8Array ? encodeBase64Url(value) : value,
  );
  return { key, seal: await sealOf(key, text), text };
}

/** Undefined unless `stored` is an intact answer for this key. */
export async function openAnswer(key: string, stored: unknown): Promise<CompileResult | undefined> {
  if (!isSealedAnswer(stored) || stored.key !== key) return undefined;
  if ((await sealOf(key, stored.text)) !== stored.seal) return undefined;
  // The seal proves that `sealAnswer` wrote this.
  const answer = JSON.parse(stored.text);
  const { result } = answer;
  if (typeof result?.binary !== 'string') return answer;
  const binary = decodeBase64(result.binary);
  return binary.ok ? { ...answer, result: { ...result, binary: binary.value } } : undefined;
}

function sealOf(key: string, text: string): Promise<string> {
  return sha256(`${key}\n${text}`);
}

function isSealedAnswer(stored: unknown): stored is SealedAnswer {
  if (typeof stored !== 'object' || stored === null) return false;
  const { key, seal, text } = stored as Partial<SealedAnswer>;
  return typeof key === 'string' && typeof seal === 'string' && typeof text === 'string';
}
