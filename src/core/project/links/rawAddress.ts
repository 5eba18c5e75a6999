const RAW_FILES = 'https://raw.githubusercontent.com';
const RAW_GISTS = 'https://gist.githubusercontent.com';

const GIST_ID = /^[0-9a-f]{6,64}$/i;

const COMMIT = /^[0-9a-f]{40}$/i;

/**
 * The address of the raw file behind a GitHub or Gist page: the page itself is not the file, and
 * its server does not allow cross-origin reads. Other addresses are returned unchanged.
 */
export function rawAddress(address: string): string {
  const { hostname, pathname } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  const host = hostname.replace(/^www\./, '');
  if (host === 'github.com') return rawFile(parts) ?? address;
  return host === 'gist.github.com' ? (rawGist(parts) ?? address) : address;
}

/** For `USER/REPOSITORY/blob/REF/PATH`. REF may contain slashes, so REF and PATH stay one piece. */
function rawFile([user, repository, view, ...file]: readonly string[]): string | null {
  const isFile = (view === 'blob' || view === 'raw' || view === 'blame') && file.length >= 2;
  return isFile ? [RAW_FILES, user, repository, ...file].join('/') : null;
}

/** For `USER/ID`, `USER/ID/COMMIT` or `USER/ID/raw/…`. Without a file name, the first file. */
function rawGist([user, id = '', ...rest]: readonly string[]): string | null {
  if (!GIST_ID.test(id)) return null;
  const gist = [RAW_GISTS, user, id, 'raw'];
  const [first, ...others] = rest;
  if (first === undefined) return gist.join('/');
  if (first === 'raw') return [...gist, ...others].join('/');
  return COMMIT.test(first) && others.length === 0 ? [...gist, first].join('/') : null;
}
