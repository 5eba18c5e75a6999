import { MAIN_FILE } from '#core/project/mainFile.ts';

/**
 * Where a project's files are on disk or in an archive. The main file has its own name there, and the
 * others lie beside it: a file in its folder has its path from there, any other file keeps its own.
 */
export type DiskPaths = ReturnType<typeof diskPaths>;

/**
 * @param main its path on disk
 * @param known the paths of the files that the project got from there
 */
export function diskPaths(main: string, known: readonly string[]) {
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const toProject = (path: string) => {
    if (path === main) return MAIN_FILE;
    return path.startsWith(folder) ? path.slice(folder.length) : path;
  };
  const byProjectPath = new Map(known.map((path) => [toProject(path), path]));
  return {
    toProject,
    /** Of a file that is new in the project, too. */
    toDisk(path: string): string {
      if (path === MAIN_FILE) return main;
      return byProjectPath.get(path) ?? folder + path;
    },
  };
}

/** The folder that all files are in, such as `shaders/`; empty if there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && others.every((path) => path.startsWith(folder)) ? folder : '';
}
