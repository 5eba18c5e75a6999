import { FRAME_SANDBOX } from '#core/project/embedCode/frameSandbox.ts';

/** A Content-Security-Policy: each directive with its sources, in the order in which it is written. */
export type Policy = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";
const NONE = "'none'";

/**
 * The page's policy. Scripts, styles, pictures and workers come from the site's own files only;
 * nothing inline runs, and no text is evaluated as script. Only `connect-src` is wide: a shader's
 * `URL` and `DATA`, and a demo of another site, may use any address; the page fetches it as data.
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
  // No text becomes script: addresses of workers are checked (app/start/trustedTypes.ts), and HTML is
  // made in one place (editor/assistance/sanitize.ts).
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'playground-html'],
};

/**
 * The policy of the page that other sites may frame. Its sandbox takes its origin away: it reaches no
 * storage, no document and no service worker of the site, and no text of a visitor. Its workers are made
 * from its own text, since such a page may start none by a site's address, and inherit its policy; so it
 * allows what their loader needs (see {@link WORKER_POLICY}). Trusted Types still refuse it on the page.
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
 * The policy of the page about embeds, which frames some of its own site's and fetches the compiler for them.
 * It has no text of visitors and no worker.
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
 * The policy of the workers with the compiler's binary. Its loader makes the functions between
 * JavaScript and the binary with `new Function`, so it needs `'unsafe-eval'`. Only the
 * workers have that right, and they reach no address but the site's own.
 */
export const WORKER_POLICY: Policy = {
  'default-src': [NONE],
  'script-src': [SELF, "'unsafe-eval'", "'wasm-unsafe-eval'"],
  'connect-src': [SELF],
};

/** The service worker's policy: it may load only the site's files. */
export const SERVICE_WORKER_POLICY: Policy = {
  'default-src': [NONE],
  'script-src': [SELF],
  'connect-src': [SELF],
};

/** Directives that a policy in a `<meta>` element does not have: browsers ignore them with an error. */
const HEADER_ONLY = new Set(['frame-ancestors', 'sandbox']);

/** A policy as the value of a `Content-Security-Policy` header. */
export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** A policy as the content of a `<meta>` element, for hosts that send no headers of ours. */
export function metaPolicyText(policy: Policy): string {
  const directives = Object.entries(policy).filter(([directive]) => !HEADER_ONLY.has(directive));
  return policyText(Object.fromEntries(directives));
}

export interface HeaderRule {
  /** A path from the site's root; `*` at its end stands for any rest. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const CONTENT_SECURITY_POLICY = 'Content-Security-Policy';
const CACHE_CONTROL = 'Cache-Control';

/** Revalidate the file on each use. */
const NO_CACHE = 'no-cache';
/** The name contains a hash of the content, so the content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Pages of other origins read the file; an embed has no origin at all. It holds nobody's secrets. */
const FOR_EVERYBODY = { 'Access-Control-Allow-Origin': '*' };

function pageHeaders(policy: Policy): HeaderRule['headers'] {
  return { [CONTENT_SECURITY_POLICY]: policyText(policy), [CACHE_CONTROL]: NO_CACHE };
}

/**
 * Every header of the site, by path. All rules that match a path apply; no two of them set
 * the same header for it, because some hosts join both values and others use one.
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
  // Other sites load it as a module, which needs CORS and nothing else.
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

/** The headers of a path, which starts with a slash and has no query. */
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

/** Reads a `_headers` file. Throws at a line that is neither a path, a header, a comment nor empty. */
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
