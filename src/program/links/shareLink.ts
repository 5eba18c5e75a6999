import type { CompileTarget } from '#program/compileTarget.ts';
import { assertNever } from '#shared/assertNever.ts';
import { decodeBase64, encodeBase64Url } from '#shared/base64.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { deflate, type InflateFailure, inflate } from '#shared/zlib.ts';
import { withCode } from './urlParameters.ts';

/** The maximum size of a link's source, in bytes of UTF-8: a short link can unpack to gigabytes. */
export const MAX_SHARED_BYTES = 4 * 2 ** 20;

/** In characters. Chromium opens no address over 2 MiB. */
export const MAX_LINK_LENGTH = 2_000_000;

const SAVE_INSTEAD = 'Use “Save as file” below the source, and share that file instead.';

/**
 * Creates a link that opens this source for this target (specification, section 7). Fails with
 * the reason if the source is too long for a link.
 *
 * @param page the page's current address
 */
export async function buildShareLink(
  page: URL,
  target: CompileTarget,
  source: string,
): Promise<Result<string>> {
  const code = await encodeSource(source);
  if (!code.ok) return code;
  const link = withCode(page, target, code.value).href;
  if (link.length <= MAX_LINK_LENGTH) return ok(link);
  return fail(
    `The link would have ${link.length} characters, but browsers open at most ${MAX_LINK_LENGTH}. ${SAVE_INSTEAD}`,
  );
}

/**
 * The value of `code` for a source: UTF-8, deflate with the zlib header, URL-safe base64 without
 * padding.
 */
export async function encodeSource(source: string): Promise<Result<string>> {
  const bytes = new TextEncoder().encode(source);
  if (bytes.length <= MAX_SHARED_BYTES) return ok(encodeBase64Url(await deflate(bytes)));
  return fail(
    `The source has ${bytes.length} bytes, but a link can carry at most ${MAX_SHARED_BYTES}. ${SAVE_INSTEAD}`,
  );
}

/**
 * The source in a link's `code`, whatever tool created it. Fails with a message about what is wrong
 * and what to do.
 */
export async function decodeSource(code: string): Promise<Result<string>> {
  const [first, ...others] = readings(code);
  const decoded = await decodeReading(first);
  if (decoded.ok) return decoded;
  for (const reading of others) {
    const other = await decodeReading(reading);
    if (other.ok) return other;
  }
  return decoded;
}

/**
 * The possible codes without white space. Mail and chat wrap lines, but a query string also turns the
 * `+` of standard base64 into a space. Unpacking shows which code is right.
 */
function readings(code: string): readonly [string, ...string[]] {
  const wrapped = code.replaceAll(/\s/g, '');
  if (!code.trim().includes(' ')) return [wrapped];
  return [wrapped, code.trim().replaceAll(' ', '+').replaceAll(/\s/g, '')];
}

async function decodeReading(code: string): Promise<Result<string>> {
  if (code === '') return fail(explain('is empty'));
  const packed = decodeBase64(code);
  if (!packed.ok) return fail(explain(`cannot be read: ${packed.error}`));
  const bytes = await inflate(packed.value, MAX_SHARED_BYTES);
  if (!bytes.ok) return fail(describeFailure(bytes.error));
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value));
  } catch {
    return fail(
      'The code in the link is not text: what it unpacks to is not UTF-8. Ask for a new link.',
    );
  }
}

function describeFailure(failure: InflateFailure): string {
  switch (failure) {
    case 'not packed':
      return explain('cannot be unpacked: it does not begin as packed text does');
    case 'damaged':
      return explain('is damaged: it is cut off or changed, or something follows its end');
    case 'too large':
      return (
        `The code in the link unpacks to more than ${MAX_SHARED_BYTES} bytes, which is the most that ` +
        'is opened. Ask the sender to save the source as a file, then paste it here.'
      );
    default:
      return assertNever(failure);
  }
}

function explain(what: string): string {
  return `The code in the link ${what}. Copy the whole link once more, from its first character to its last.`;
}
