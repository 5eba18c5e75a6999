import { MAIN_FILE } from '#core/project/project.ts';

/**
 * Maps a project's paths to paths on disk or in an archive. There the main file has its own name.
 * Project paths are relative to the main file's folder; files outside it keep their full path.
 */
export type DiskPaths = ReturnType<typeof diskPaths>;

/**
 * @param main path of the main file on disk
 * @param known paths on disk of the project's files
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
    /** Also works for files that are new in the project. */
    toDisk(path: string): string {
      if (path === MAIN_FILE) return main;
      return byProjectPath.get(path) ?? folder + path;
    },
  };
}

/** The top-level folder of all files, such as `shaders/`; empty if they share none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && others.every((path) => path.startsWith(folder)) ? folder : '';
}
