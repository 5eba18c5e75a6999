/** Resolves `.` and `..`, which cannot go above the root: `/lib/../a.slang` becomes `/a.slang`. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The folder of a file: `/lib` for `/lib/noise.slang`, and empty for `/noise.slang`. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** The folders above a file, outermost first. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
    folders.unshift(folder);
  return folders;
}
