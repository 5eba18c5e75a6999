/** The embed address's parameter with the origin of the only page that may talk to the embed. */
export const ORIGIN = 'origin';

/**
 * The origin in an embed's address; null if any page may talk to it. An invalid origin is returned
 * as is: it matches no page, so none may talk.
 */
export function readAllowedOrigin(address: URL): string | null {
  const given = address.searchParams.get(ORIGIN);
  if (given === null || !URL.canParse(given)) return given;
  return new URL(given).origin;
}

/** The embed address's parameter by which the parent page says that it answers `file-wanted`. */
export const FILES = 'files';

/** Whether the parent page fetches files of the embed's site for it. */
export function hasFilesOfParent(address: URL): boolean {
  return address.searchParams.get(FILES) === 'page' && window.parent !== window;
}
