/** What the headers of a site's files say about embedding. */
interface SiteHeaders {
  /** Of `embed.html`. */
  readonly page: Headers;
  /** Of a script that embeds load. */
  readonly script: Headers;
}

/** Why other sites can't embed the site; null if they can. */
export function embeddingFault({ page, script }: SiteHeaders): string | null {
  const reason = reasonOf(page, script);
  if (reason === null) return null;
  return `This site does not allow embedding: ${reason}. Its owner finds the headers that it needs in docs/deploy.md.`;
}

function reasonOf(page: Headers, script: Headers): string | null {
  const ancestors = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(
    page.get('Content-Security-Policy') ?? '',
  )?.[1];
  // Browsers ignore the older header if the policy names ancestors.
  if (ancestors === undefined && page.has('X-Frame-Options')) {
    return 'its server sends X-Frame-Options with embed.html';
  }
  if (ancestors !== undefined && !ancestors.split(/\s+/).includes('*')) {
    return 'its server’s frame-ancestors leaves out other sites';
  }
  if (script.get('Access-Control-Allow-Origin') !== '*') {
    return 'its server sends no Access-Control-Allow-Origin';
  }
  return null;
}

let checking: Promise<string | null> | undefined;

/** Checks this site, once. Null too if the site doesn't answer. */
export function checkEmbedding(site: string): Promise<string | null> {
  checking ??= headersOf(site).then(embeddingFault, () => null);
  return checking;
}

async function headersOf(site: string): Promise<SiteHeaders> {
  const ask = async (path: string) => {
    const response = await fetch(new URL(path, site), { method: 'HEAD', cache: 'no-store' });
    if (!response.ok) throw new Error(`${path} is not there.`);
    return response.headers;
  };
  const [page, script] = await Promise.all([ask('embed.html'), ask('slang-playground.js')]);
  return { page, script };
}
