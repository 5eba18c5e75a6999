/** The parameter of an embed's address with the origin of the one page that may talk to it. */
export const ORIGIN = 'origin';

/**
 * The origin in an embed's address; null if any page may talk to it. What is no origin stays as it is:
 * no page has it, so none may talk.
 */
export function readAllowedOrigin(address: URL): string | null {
  const given = address.searchParams.get(ORIGIN);
  if (given === null || !URL.canParse(given)) return given;
  return new URL(given).origin;
}

/** The parameter of an embed’s address by which the page around it says that it answers `file-wanted`. */
export const FILES = 'files';

/** Whether the page around the embed fetches files of the embed’s site for it. */
export function hasFilesOfParent(address: URL): boolean {
  return address.searchParams.get(FILES) === 'page' && window.parent !== window;
}
