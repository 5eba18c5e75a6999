import type { CompileTarget } from '#core/output/compileTarget.ts';
import { DEFAULT_SEED } from '#core/plan/runControls.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { decodeBase64, encodeBase64Url } from '#core/util/base64.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { deflate, type InflateFailure, inflate } from '#core/util/zlib.ts';
import { VIEW_PARAMETER_NAMES, withoutAll } from './urlParameters.ts';
import { type LinkedMoment, VIEW_PARAMETERS } from './viewParameters.ts';

/** The maximum size of a link's source in UTF-8 bytes: a short link could unpack to gigabytes. */
export const MAX_SHARED_BYTES = 4 * 2 ** 20;

/** In characters. Chromium opens no address over 2 MiB. */
export const MAX_LINK_LENGTH = 2_000_000;

const SOURCE = { name: 'source', maxBytes: MAX_SHARED_BYTES } as const;

const SAVE_INSTEAD = 'Use “Save” in the menu “Project”, and share that file instead.';

/**
 * Creates a link that opens this source for this target (specification, section 7). Fails with a
 * message if the source is too long for a link.
 *
 * @param page the page's current address
 */
export async function buildShareLink(
  page: URL,
  target: CompileTarget,
  source: string,
  moment = FROM_START,
): Promise<Result<string>> {
  const code = await encodeSource(source);
  if (!code.ok) return code;
  const link = withCode(page, target, code.value, moment).href;
  if (link.length <= MAX_LINK_LENGTH) return ok(link);
  return fail(
    `The link would have ${link.length} characters, but browsers open at most ${MAX_LINK_LENGTH}. ${SAVE_INSTEAD}`,
  );
}

/**
 * Encodes a source as the value of `code`: UTF-8, deflate with the zlib header, URL-safe base64
 * without padding.
 */
export async function encodeSource(source: string): Promise<Result<string>> {
  return encodeText(source, { ...SOURCE, instead: SAVE_INSTEAD });
}

interface LinkedText {
  readonly name: 'source' | 'project';
  /** The most bytes in UTF-8. */
  readonly maxBytes: number;
  /** What to do if the text is larger, as a sentence. */
  readonly instead: string;
}

/** Packs any text in the same format as a source. */
export async function encodeText(
  text: string,
  { name, maxBytes, instead }: LinkedText,
): Promise<Result<string>> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return ok(encodeBase64Url(await deflate(bytes)));
  return fail(
    `The ${name} has ${bytes.length} bytes, but a link can carry at most ${maxBytes}. ${instead}`,
  );
}

/**
 * Decodes the source in a link's `code`, whatever tool created the link. Fails with a message about
 * what is wrong and what to do.
 */
export async function decodeSource(code: string): Promise<Result<string>> {
  return decodeText(code, {
    ...SOURCE,
    instead: 'Ask the sender to save the source as a file, then paste it here.',
  });
}

/** Unpacks any text packed by `encodeText`. */
export async function decodeText(
  packed: string,
  linked: LinkedText,
  carrier = LINK,
): Promise<Result<string>> {
  const [first, ...others] = readings(packed);
  const decoded = await decodeReading(first, linked, carrier);
  if (decoded.ok) return decoded;
  for (const reading of others) {
    const other = await decodeReading(reading, linked, carrier);
    if (other.ok) return other;
  }
  return decoded;
}

/**
 * The possible readings of a code, without white space. Mail and chat add it when they wrap lines,
 * but query strings also turn the `+` of standard base64 into a space. Unpacking shows which
 * reading is right.
 */
function readings(code: string): readonly [string, ...string[]] {
  const wrapped = code.replaceAll(/\s/g, '');
  if (!code.trim().includes(' ')) return [wrapped];
  return [wrapped, code.trim().replaceAll(' ', '+').replaceAll(/\s/g, '')];
}

async function decodeReading(
  code: string,
  linked: LinkedText,
  { name, again, renew }: Carrier,
): Promise<Result<string>> {
  const it = `The ${linked.name === 'source' ? 'code' : linked.name} in ${name}`;
  const spoiled = (what: string) => fail(`${it} ${what}. ${again}`);
  if (code === '') return spoiled('is empty');
  const packed = decodeBase64(code);
  if (!packed.ok) return spoiled(`cannot be read: ${packed.error}`);
  const bytes = await inflate(packed.value, linked.maxBytes);
  if (!bytes.ok) {
    if (bytes.error !== 'too large') return spoiled(describeFailure(bytes.error));
    return fail(
      `${it} unpacks to more than ${linked.maxBytes} bytes, which is the most that is opened. ${linked.instead}`,
    );
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value));
  } catch {
    return fail(`${it} is not text: what it unpacks to is not UTF-8. ${renew}`);
  }
}

function describeFailure(failure: Exclude<InflateFailure, 'too large'>): string {
  switch (failure) {
    case 'not packed':
      return 'cannot be unpacked: it does not begin like packed text';
    case 'damaged':
      return 'is damaged: it is cut off or changed, or something follows its end';
    default:
      return assertNever(failure);
  }
}

/** Servers reject links longer than this, in characters. Browsers do not send the fragment. */
const MAX_QUERY_LINK = 6000;

const FROM_START: LinkedMoment = { frame: null, seed: DEFAULT_SEED, givenName: null };

/** The address of a packed source: in the query or, if that is too long, in the fragment. */
export function withCode(
  address: URL,
  target: CompileTarget,
  code: string,
  moment = FROM_START,
): URL {
  const page = withoutAll(address);
  page.hash = '';
  const inQuery = new URL(page);
  const parameters = { target, code, ...parametersOf(moment) };
  for (const [name, value] of Object.entries(parameters)) inQuery.searchParams.set(name, value);
  if (inQuery.href.length <= MAX_QUERY_LINK) return inQuery;
  page.hash = new URLSearchParams(parameters).toString();
  return page;
}

export function withProject(
  address: URL,
  target: CompileTarget,
  project: string,
  moment = FROM_START,
): URL {
  const page = withoutAll(address);
  page.hash = new URLSearchParams({ target, project, ...parametersOf(moment) }).toString();
  return page;
}

/** Omits parameters that have their default value. */
function parametersOf(moment: LinkedMoment): Readonly<Record<string, string>> {
  const written = VIEW_PARAMETER_NAMES.flatMap((name) => {
    const text = VIEW_PARAMETERS[name].write(moment);
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(written);
}

/** What carries a packed source or project, as worded in messages. */
export interface Carrier {
  readonly name: string;
  /** The name at the start of a sentence. */
  readonly start: string;
  /** The possessive form at the start of a sentence, such as `The link’s`. */
  readonly owner: string;
  /** What to do if the content was altered in transit, as a sentence. */
  readonly again: string;
  /** What to do if the content was created incorrectly, as a sentence. */
  readonly renew: string;
}

export const LINK: Carrier = {
  name: 'the link',
  start: 'This link',
  owner: 'The link’s',
  again: 'Copy the whole link once more, from its first character to its last.',
  renew: 'Ask for a new link.',
};

export function fileCarrier(name: string): Carrier {
  return {
    ...{ name, start: name, owner: `${name}’s` },
    again: 'Get the original file: programs that edit or send pictures may change what is in it.',
    renew: 'Ask the sender to save it again.',
  };
}
