import { BUILT_IN_MODULES } from '#core/project/names.ts';
import { MAIN_FILE, type Project } from '#core/project/project.ts';
import { edgesOf, graphFiles } from '#core/source/moduleGraph.ts';
import type { InstrumentedProgram, TracedFile } from './site.ts';
import { lineStartsOf } from './writer.ts';

/** The texts that are compiled together. */
export type Texts = Pick<Project, 'text' | 'files'>;

/** Whether these are the texts that a program was made from. */
export function hasTexts(
  { files: traced }: Pick<InstrumentedProgram, 'files'>,
  { text, files }: Texts,
): boolean {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  texts.set(MAIN_FILE, text);
  return traced.every((file) => texts.get(file.path) === file.text);
}

/** A file that is compiled on its own, with those that it includes. */
export interface TracedModule {
  /** The file that is compiled comes first. */
  readonly files: readonly TracedFile[];
  /** Indices of the modules that it imports. */
  readonly imports: readonly number[];
}

/** The modules that the main file reaches; its own comes first. */
export function findModules({ text, files }: Texts): TracedModule[] {
  const main = `/${MAIN_FILE}`;
  const texts = new Map([[main, text]]);
  for (const file of files) texts.set(`/${file.path}`, file.text);
  const read = graphFiles(files.length === 0 ? {} : Object.fromEntries(texts));
  const roots = [main];
  const found: { paths: readonly string[]; imported: readonly string[] }[] = [];
  for (const root of roots) {
    const paths = new Set([root]);
    const imported = new Set<string>();
    for (const path of paths) {
      const file = read.get(path);
      for (const { to, reference } of file ? edgesOf(file, read, BUILT_IN_MODULES) : []) {
        (reference.kind === 'import' ? imported : paths).add(to);
      }
    }
    roots.push(...[...imported].filter((path) => !roots.includes(path)));
    found.push({ paths: [...paths], imported: [...imported] });
  }
  const traced = arranged([...new Set(found.flatMap(({ paths }) => paths))], texts);
  return found.map(({ paths, imported }) => ({
    files: paths.flatMap((path) => traced.get(path) ?? []),
    imports: imported.map((path) => roots.indexOf(path)),
  }));
}

/** Places texts one after the other, with a line break between them. */
function arranged(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, TracedFile> {
  const files = new Map<string, TracedFile>();
  let from = 0;
  let firstLine = 1;
  for (const path of paths) {
    const text = texts.get(path) ?? '';
    const to = from + text.length;
    files.set(path, { path: path.slice(1), text, from, to, firstLine });
    from = to + 1;
    firstLine += lineStartsOf(text).length;
  }
  return files;
}
