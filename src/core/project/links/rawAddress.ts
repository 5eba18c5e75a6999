const RAW_FILES = 'https://raw.githubusercontent.com';
const RAW_GISTS = 'https://gist.githubusercontent.com';

/** A Gist’s id. */
const GIST_ID = /^[0-9a-f]{6,64}$/i;

/** A commit of a Gist. */
const COMMIT = /^[0-9a-f]{40}$/i;

/**
 * The address of the file that a page of GitHub or Gist shows: those pages are not the file, and their
 * servers let no other site read them. Any other address is its own.
 */
export function rawAddress(address: string): string {
  const { hostname, pathname } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  const host = hostname.replace(/^www\./, '');
  if (host === 'github.com') return rawFile(parts) ?? address;
  return host === 'gist.github.com' ? (rawGist(parts) ?? address) : address;
}

/** Of `USER/REPOSITORY/blob/REF/PATH`. A ref may have slashes of its own, so that it stays as it is. */
function rawFile([user, repository, view, ...file]: readonly string[]): string | null {
  const isFile = (view === 'blob' || view === 'raw' || view === 'blame') && file.length >= 2;
  return isFile ? [RAW_FILES, user, repository, ...file].join('/') : null;
}

/** Of `USER/ID`, `USER/ID/COMMIT` or `USER/ID/raw/…`. Without a file’s name it is the first file. */
function rawGist([user, id = '', ...rest]: readonly string[]): string | null {
  if (!GIST_ID.test(id)) return null;
  const gist = [RAW_GISTS, user, id, 'raw'];
  const [first, ...others] = rest;
  if (first === undefined) return gist.join('/');
  if (first === 'raw') return [...gist, ...others].join('/');
  return COMMIT.test(first) && others.length === 0 ? [...gist, first].join('/') : null;
}
