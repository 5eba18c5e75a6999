import type { Workspace } from '#workspace/workspace.ts';

/** Gives a file of the project a name that it had before, unless the file is gone or the name taken. */
export function renameFile(
  { store, setFiles }: Pick<Workspace, 'store' | 'setFiles'>,
  id: number,
  path: string,
): void {
  const { files, assets } = store.getState();
  const isFree = [...files, ...assets].every((each) => each.path !== path);
  if (!isFree || !files.some((file) => file.id === id)) return;
  setFiles(files.map((file) => (file.id === id ? { ...file, path } : file)));
}
