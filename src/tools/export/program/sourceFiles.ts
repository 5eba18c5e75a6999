import { MAIN_FILE } from '#core/project/project.ts';
import { LIBRARIES } from '#core/slang/libraries.ts';
import type { ExportedProgram } from './exportedProgram.ts';

export interface SourceFile {
  /** Without a leading slash. */
  readonly path: string;
  readonly text: string;
}

/**
 * All sources that a compile needs: library modules, then the project's files, the main file last.
 */
export function sourceFiles({ project }: ExportedProgram): readonly SourceFile[] {
  const own = new Set(project.files.map(({ path }) => path));
  const libraries = LIBRARIES.map(({ name, source }) => ({ path: `${name}.slang`, text: source }));
  return [
    ...libraries.filter(({ path }) => !own.has(path)),
    ...project.files.map(({ path, text }) => ({ path, text })),
    { path: MAIN_FILE, text: project.text },
  ];
}
