import type { ProjectFile } from '#core/project/project.ts';

/**
 * The file that a source is saved as.
 *
 * @param uri address that the source was opened from; the file keeps its file name
 */
export function sourceFile(text: string, uri: string): File {
  const name = /(?<![\w-])([\w-]+\.slang)$/.exec(uri)?.[1] ?? 'user.slang';
  return new File([text], name, { type: 'text/plain' });
}

/** The file that a file beside the main one is saved as, without its folder. */
export function moduleFile({ path, text }: ProjectFile): File {
  return new File([text], path.slice(path.lastIndexOf('/') + 1), { type: 'text/plain' });
}
