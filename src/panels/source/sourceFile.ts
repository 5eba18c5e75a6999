/**
 * The file that a source is saved as.
 *
 * @param uri where the source came from; its file name is kept
 */
export function sourceFile(text: string, uri: string): File {
  const name = /([\w-]+\.slang)$/.exec(uri)?.[1] ?? 'user.slang';
  return new File([text], name, { type: 'text/plain' });
}
