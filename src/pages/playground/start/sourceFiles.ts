import { demoName } from '#core/project/links/urlParameters.ts';
import { type Fetched, fetchLimited } from '#core/util/fetchLimited.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { OpenedFile } from '#workspace/services.ts';

/** Size limit for a fetched source, in bytes. */
const MAX_SOURCE_BYTES = 2 ** 20;

/** For fetching a source, in milliseconds. */
const TIME_LIMIT = 30_000;

/** Media types of files that are not text. A source has one of many other types, or none. */
const NO_TEXT = /^(image|audio|video|font)\//i;

export async function loadDemo(name: string, signal: AbortSignal): Promise<Result<OpenedFile>> {
  if (demoName(name) !== name) return fail(`There is no demo named ${quoted(name)}.`);
  const fetched = await fetchSource(new URL(`demos/${name}.slang`, document.baseURI).href, signal);
  if (!fetched.ok) return fail(`The demo ${name} could not be loaded. ${fetched.error}`);
  // Some hosts answer requests for missing files with a web page.
  if (!fetched.value.body.type.startsWith('text/html')) return readText(fetched.value);
  return fail(`There is no demo named ${quoted(name)}: the server answered with a web page.`);
}

/** Loads a source by its absolute http or https address. */
export async function loadSource(url: string, signal: AbortSignal): Promise<Result<OpenedFile>> {
  const address = GITHUB_PAGE.test(url) ? await shownFile(url) : url;
  const fetched = await fetchSource(address, signal);
  return fetched.ok ? readText(fetched.value) : fetched;
}

const GITHUB_PAGE = /^https?:\/\/(?:www\.|gist\.)?github\.com\//i;

/** The address of the file that a GitHub page shows. */
async function shownFile(url: string): Promise<string> {
  try {
    return (await import('#core/project/links/rawAddress.ts')).rawAddress(url);
  } catch {
    // Fetching the page then reports the problem.
    return url;
  }
}

async function fetchSource(url: string, cancelled: AbortSignal): Promise<Result<Fetched>> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(TIME_LIMIT)]);
  try {
    return await fetchLimited(url, { maxBytes: MAX_SOURCE_BYTES, signal });
  } catch {
    if (cancelled.aborted) return fail(`Loading ${url} was cancelled.`);
    return fail(`${url} could not be fetched: it took longer than ${TIME_LIMIT / 1000} seconds.`);
  }
}

async function readText({ body, url }: Fetched): Promise<Result<OpenedFile>> {
  if (NO_TEXT.test(body.type)) {
    return fail(`${url} is not text: the server says that it is ${quoted(body.type)}.`);
  }
  const bytes = new Uint8Array(await body.arrayBuffer());
  if (bytes.includes(0)) return fail(`${url} is not text: it contains zero bytes.`);
  try {
    return ok({ text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), uri: url });
  } catch {
    return fail(`${url} is not text: it is not UTF-8.`);
  }
}
