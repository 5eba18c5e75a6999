import type { ProjectFile } from '#core/project/project.ts';

/**
 * The file to save a source as.
 *
 * @param uri the address that the source was opened from, whose file name is used
 */
export function sourceFile(text: string, uri: string): File {
  const name = /(?<![\w-])([\w-]+\.slang)$/.exec(uri)?.[1] ?? 'user.slang';
  return new File([text], name, { type: 'text/plain' });
}

/** The file to save a file other than the main file as, without its folder. */
export function moduleFile({ path, text }: ProjectFile): File {
  return new File([text], path.slice(path.lastIndexOf('/') + 1), { type: 'text/plain' });
}
