/**
 * The file that a source is saved as.
 *
 * @param uri address that the source was opened from; the file keeps its file name
 */
export function sourceFile(text: string, uri: string): File {
  const name = /([\w-]+\.slang)$/.exec(uri)?.[1] ?? 'user.slang';
  return new File([text], name, { type: 'text/plain' });
}
