import { type CompileTarget, isCompileTarget } from '#core/output/compileTarget.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import { ARRANGEMENTS, type Arrangement, isArrangement } from './arrangement.ts';

export type AddressedSource = (
  | { readonly kind: 'none' }
  /** The packed project of a share link, not yet validated. */
  | { readonly kind: 'project'; readonly packed: string }
  /** The packed source of a share link, not yet validated. */
  | { readonly kind: 'code'; readonly code: string }
  /** One of the site's demos, by its name without `.slang`. */
  | { readonly kind: 'demo'; readonly name: string }
  /** A demo elsewhere, by its absolute http or https address. */
  | { readonly kind: 'demo-url'; readonly url: string }
) & { readonly moment?: AddressedMoment };

/**
 * What an address gives beside its source: the frame at which the run pauses, the seed of RAND, and
 * the project's name.
 */
export const VIEW_PARAMETER_NAMES = ['frame', 'seed', 'name'] as const;
export type ViewParameterName = (typeof VIEW_PARAMETER_NAMES)[number];

/** Only the given parameters, not yet validated. */
export type AddressedMoment = Readonly<Partial<Record<ViewParameterName, string>>>;

export interface UrlParameters {
  /** Null if the address has none, or an unknown one. */
  readonly target: CompileTarget | null;
  readonly source: AddressedSource;
  /** Null if the address has none, or an unknown one. */
  readonly arrangement: Arrangement | null;
  /** Problems with the parameters, as sentences. */
  readonly messages: readonly string[];
}

/** Parameters that name a source, in order of priority. */
const SOURCES = ['project', 'code', 'demo'] as const;

const NAMES: readonly string[] = [
  ...['target', 'demo', 'code', 'project', 'view'],
  ...VIEW_PARAMETER_NAMES,
];

/**
 * Reads `target`, `demo` and `code` from the query and the fragment (`#target=…&code=…`), but
 * `project` only from the fragment, because it is too long for a query. The fragment wins: if it
 * has a target or names a source, that of the query is ignored. Within one place, `project` wins
 * over `code`, and `code` over `demo`; of a repeated parameter, the first value counts. `frame`,
 * `seed` and `name` must be in the same place as the source. `view` may be in either place.
 */
export function readUrlParameters({ searchParams, hash }: URL): UrlParameters {
  const query = new URLSearchParams(searchParams);
  query.delete('project');
  const places = [new URLSearchParams(hash.slice(1)), query];
  const messages = NAMES.filter((name) =>
    places.some((place) => place.getAll(name).length > 1),
  ).map((name) => `The address gives ${name} more than once; the first is taken.`);
  const report = <Value>(result: Result<Value>, otherwise: Value): Value => {
    if (result.ok) return result.value;
    messages.push(result.error);
    return otherwise;
  };

  const given = (name: string) => places.find((place) => place.has(name))?.get(name) ?? null;
  const target = given('target');
  const view = given('view');
  const opening = places.find(namesSource);
  const [, ...unread] = SOURCES.filter((name) => opening?.has(name));
  if (opening?.has('project') && unread.length > 0) {
    messages.push(`The address gives project and ${unread.join(' and ')}; the project is taken.`);
  }
  return {
    target: report(target === null ? ok(null) : readTarget(target), null),
    arrangement: report(view === null ? ok(null) : readArrangement(view), null),
    source: {
      ...report(opening ? readSource(opening) : ok({ kind: 'none' }), { kind: 'none' }),
      ...(opening && readMoment(opening)),
    },
    messages,
  };
}

function namesSource(place: URLSearchParams): boolean {
  return SOURCES.some((name) => place.has(name));
}

function readTarget(value: string): Result<CompileTarget | null> {
  if (isCompileTarget(value)) return ok(value);
  const shown = value.length <= 200 ? value : quoted(value);
  return fail(`Invalid target specified in URL: ${shown}`);
}

function readArrangement(value: string): Result<Arrangement> {
  if (isArrangement(value)) return ok(value);
  return fail(
    `The address gives the view ${quoted(value)}. There are: ${ARRANGEMENTS.join(', ')}.`,
  );
}

function readSource(place: URLSearchParams): Result<AddressedSource> {
  const packed = place.get('project');
  if (packed !== null) return ok({ kind: 'project', packed });
  const code = place.get('code');
  if (code !== null) return ok({ kind: 'code', code });
  const demo = place.get('demo') ?? '';
  if (/^https?:\/\//i.test(demo)) return readDemoAddress(demo);
  const name = demoName(demo);
  if (name !== null) return ok({ kind: 'demo', name });
  return fail(
    `There is no demo named ${quoted(demo)}. A demo is named by letters, digits, - and _, such as ` +
      'circle, or by an address that starts with http:// or https://.',
  );
}

function readMoment(place: URLSearchParams): Pick<AddressedSource, 'moment'> {
  const given = VIEW_PARAMETER_NAMES.flatMap((name) => {
    const value = place.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return given.length > 0 ? { moment: Object.fromEntries(given) } : {};
}

function readDemoAddress(value: string): Result<AddressedSource> {
  if (!URL.canParse(value)) return fail(`The demo's address ${quoted(value)} is not valid.`);
  const { href, username, password } = new URL(value);
  if (username || password) {
    return fail(
      `The demo's address ${quoted(value)} has a user name or password, which a browser does not send.`,
    );
  }
  return ok({ kind: 'demo-url', url: href });
}

/** Other published names of demos. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['volume-slice', 'volume-slices']]);

/**
 * The demo's name without `.slang`, in lower case; null if the value cannot be a name, such as a
 * path.
 */
export function demoName(value: string): string | null {
  const name = /^([\w-]{1,100})(?:\.slang)?$/i.exec(value)?.[1]?.toLowerCase();
  return name === undefined ? null : (OTHER_NAMES.get(name) ?? name);
}

/** Sets the target and changes nothing else. */
export function withTarget(address: URL, target: CompileTarget): URL {
  const { hash } = address;
  const place = new URLSearchParams(hash.slice(1));
  const next = without(address, ['target']);
  if (!namesSource(place)) {
    next.searchParams.set('target', target);
    return next;
  }
  place.set('target', target);
  next.hash = place.toString();
  return next;
}

/** The address of a demo by name, with the same target. */
export function withDemo(address: URL, name: string): URL {
  const next = withoutSource(address);
  next.searchParams.set('demo', name);
  return next;
}

/** The address without its source. The target stays, in the query. */
export function withoutSource(address: URL): URL {
  const { target } = readUrlParameters(address);
  const next = withoutAll(address);
  if (target !== null) next.searchParams.set('target', target);
  return next;
}

/** The address without any parameter that is read here. */
export function withoutAll(address: URL): URL {
  return without(address, NAMES);
}

function without(address: URL, names: readonly string[]): URL {
  const next = new URL(address);
  const fragment = new URLSearchParams(next.hash.slice(1));
  const inFragment = names.some((name) => fragment.has(name));
  for (const name of names) {
    // A `project` in the query belongs to the host.
    if (name !== 'project' && next.searchParams.has(name)) next.searchParams.delete(name);
    fragment.delete(name);
  }
  if (inFragment) next.hash = fragment.toString();
  return next;
}
