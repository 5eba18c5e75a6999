import { FRAME_SANDBOX } from '#core/project/embedCode/firstOptions.ts';

/** A Content-Security-Policy: each directive with its sources, in output order. */
export type Policy = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";
const NONE = "'none'";

/**
 * The page's policy. Scripts, styles, pictures and workers come only from the site's own files;
 * nothing inline runs, and no text is evaluated as script. Only `connect-src` is wide: a shader's
 * `URL` and `DATA`, and a demo from another site, may use any address; the page fetches it as data.
 */
export const PAGE_POLICY: Policy = {
  'default-src': [NONE],
  'script-src': [SELF, "'wasm-unsafe-eval'"],
  'style-src': [SELF],
  'img-src': [SELF, 'data:', 'blob:'],
  'font-src': [SELF],
  'connect-src': [SELF, 'http:', 'https:', 'data:', 'blob:'],
  'worker-src': [SELF],
  'manifest-src': [SELF],
  'base-uri': [NONE],
  'form-action': [NONE],
  'frame-ancestors': [SELF],
  // No text becomes script: worker addresses are checked
  // (src/pages/playground/start/trustedTypes.ts), and only one place creates HTML
  // (src/ui/editor/assistance/documentation.ts).
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'playground-html'],
};

/**
 * The policy of the page that other sites may frame. Its sandbox removes its origin, so the page
 * cannot reach the site's storage, documents or service worker, or a visitor's text. Such a page
 * cannot start a worker from a site's address: its workers start from text in the page and inherit
 * its policy, so the policy allows what their loader needs (see {@link WORKER_POLICY}). Trusted
 * Types still forbid it on the page itself.
 */
export const EMBED_POLICY: Policy = {
  ...PAGE_POLICY,
  'script-src': [SELF, "'unsafe-eval'", "'wasm-unsafe-eval'"],
  'worker-src': ['blob:'],
  'manifest-src': [NONE],
  'frame-ancestors': ['*'],
  'trusted-types': ['default'],
  sandbox: FRAME_SANDBOX.split(' '),
};

/**
 * The policy of the page about embeds, which frames its own site's embeds and fetches the compiler
 * for them. It has no visitors' text and no worker.
 */
export const EMBEDS_POLICY: Policy = {
  'default-src': [NONE],
  'script-src': [SELF],
  'style-src': [SELF],
  'img-src': [SELF, 'data:'],
  'connect-src': [SELF],
  'frame-src': [SELF],
  'base-uri': [NONE],
  'form-action': [NONE],
  'frame-ancestors': [SELF],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [NONE],
};

/**
 * The policy of the workers with the compiler's binary. Its loader creates the functions between
 * JavaScript and the binary with `new Function`, so it needs `'unsafe-eval'`. Only the workers have
 * that right, and they can reach only the site's own addresses.
 */
export const WORKER_POLICY: Policy = {
  'default-src': [NONE],
  'script-src': [SELF, "'unsafe-eval'", "'wasm-unsafe-eval'"],
  'connect-src': [SELF],
};

export const SERVICE_WORKER_POLICY: Policy = {
  'default-src': [NONE],
  'script-src': [SELF],
  'connect-src': [SELF],
};

/** Directives to omit from a `<meta>` element: browsers ignore them there with an error. */
const HEADER_ONLY = new Set(['frame-ancestors', 'sandbox']);

export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** A policy as the content of a `<meta>` element, for hosts that do not send our headers. */
export function metaPolicyText(policy: Policy): string {
  const directives = Object.entries(policy).filter(([directive]) => !HEADER_ONLY.has(directive));
  return policyText(Object.fromEntries(directives));
}

export interface HeaderRule {
  /** A path from the site's root; a trailing `*` matches any rest. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const CONTENT_SECURITY_POLICY = 'Content-Security-Policy';
const CACHE_CONTROL = 'Cache-Control';

const NO_CACHE = 'no-cache';
/** The name contains a hash of the content, so the content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Lets pages of other origins, and embeds, which have no origin at all, read the file. It contains
 * nothing private.
 */
const FOR_EVERYBODY = { 'Access-Control-Allow-Origin': '*' };

function pageHeaders(policy: Policy): HeaderRule['headers'] {
  return { [CONTENT_SECURITY_POLICY]: policyText(policy), [CACHE_CONTROL]: NO_CACHE };
}

/**
 * Every header of the site, by path. All matching rules apply. No two of them may set the same
 * header for a path, because some hosts join both values and others use one.
 */
export const HEADER_RULES: readonly HeaderRule[] = [
  {
    path: '/*',
    headers: {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': [
        'camera',
        'display-capture',
        'geolocation',
        'microphone',
        'midi',
        'payment',
        'usb',
      ]
        .map((feature) => `${feature}=()`)
        .join(', '),
    },
  },
  { path: '/', headers: pageHeaders(PAGE_POLICY) },
  { path: '/index.html', headers: pageHeaders(PAGE_POLICY) },
  { path: '/embed.html', headers: pageHeaders(EMBED_POLICY) },
  { path: '/embeds.html', headers: pageHeaders(EMBEDS_POLICY) },
  // Other sites load the script as a module, which needs only CORS.
  { path: '/slang-playground.js', headers: { ...FOR_EVERYBODY, [CACHE_CONTROL]: NO_CACHE } },
  { path: '/icon.svg', headers: FOR_EVERYBODY },
  { path: '/assets/*', headers: { ...FOR_EVERYBODY, [CACHE_CONTROL]: IMMUTABLE } },
  {
    path: '/assets/workers/*',
    headers: { [CONTENT_SECURITY_POLICY]: policyText(WORKER_POLICY) },
  },
  { path: '/demos/*', headers: { ...FOR_EVERYBODY, [CACHE_CONTROL]: NO_CACHE } },
  { path: '/sw.js', headers: pageHeaders(SERVICE_WORKER_POLICY) },
];

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** The headers for a path, which starts with a slash and has no query. */
export function headersFor(
  path: string,
  rules: readonly HeaderRule[] = HEADER_RULES,
): Record<string, string> {
  return Object.assign(
    {},
    ...rules.filter((rule) => matches(rule.path, path)).map((rule) => rule.headers),
  );
}

/** Rules in the form of the `_headers` file that Netlify and Cloudflare Pages read. */
export function headersFileText(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
      return `${path}\n${lines.join('')}`;
    })
    .join('\n');
}

/** Reads a `_headers` file. Throws at a line that is not a path, a header, a comment or empty. */
export function readHeadersFile(text: string): HeaderRule[] {
  const rules: { path: string; headers: Record<string, string> }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.startsWith('/')) {
      rules.push({ path: line.trim(), headers: {} });
      continue;
    }
    const header = /^\s+([\w-]+):\s*(.+)$/.exec(line);
    const rule = rules.at(-1);
    if (!header?.[1] || !header[2] || !rule) throw new Error(`_headers: cannot read “${line}”.`);
    rule.headers[header[1]] = header[2].trim();
  }
  return rules;
}
