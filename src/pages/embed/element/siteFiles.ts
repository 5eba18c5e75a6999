import { countBytes } from '#core/util/countBytes.ts';

const files = new Map<string, Promise<Blob | null>>();

/**
 * A file of the playground's site at `site`, fetched once for all embeds of the page: browsers
 * cache nothing for embeds, which have no origin, but do for this page. Null if the file is
 * unavailable.
 *
 * @param onBytes receives the number of bytes so far, unless the file was already requested
 */
export async function findSiteFile(
  address: string,
  site: string,
  onBytes: (received: number) => void,
): Promise<Blob | null> {
  const assets = new URL('assets/', site).href;
  if (!URL.canParse(address) || !new URL(address).href.startsWith(assets)) return null;
  const file = files.get(address) ?? fetchFile(address, onBytes);
  files.set(address, file);
  const found = await file;
  // The page's policy may forbid the fetch, or the connection was lost: the next embed tries again.
  if (!found) files.delete(address);
  return found;
}

async function fetchFile(
  address: string,
  onBytes: (received: number) => void,
): Promise<Blob | null> {
  try {
    const { ok, body } = await fetch(address, { credentials: 'omit' });
    return ok && body ? await new Response(body.pipeThrough(countBytes(onBytes))).blob() : null;
  } catch {
    return null;
  }
}
