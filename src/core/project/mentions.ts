import { folderOf } from '#core/project/filePaths.ts';
import { type OpenFile, withEditorLineBreaks } from '#core/project/openFile.ts';
import {
  type Edge,
  edgesOf,
  findMentioned,
  graphFiles,
  type Reference,
  readReferences,
} from '#core/source/moduleGraph.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { FileChanges } from './edits.ts';
import { BUILT_IN_MODULES } from './names.ts';

/**
 * Updates the references to and from a renamed file, so that each still finds the same file. A
 * reference that no new name would resolve is left unchanged.
 *
 * @param files all files, with their paths before the rename
 */
export function updateMentions(
  files: readonly OpenFile[],
  before: string,
  after: string,
): readonly FileChanges[] {
  const texts = Object.fromEntries(
    files.map(({ path, text }) => [`/${path}`, withEditorLineBreaks(text)]),
  );
  const graph = graphFiles(texts);
  const moved = (path: string) => (path === `/${before}` ? `/${after}` : path);
  const paths = new Set([...graph.keys()].map(moved));
  return files.flatMap(({ id, path }) => {
    const file = graph.get(`/${path}`);
    const edges = file ? edgesOf(file, graph, BUILT_IN_MODULES) : [];
    const changes = edges.flatMap((edge) => {
      const [from, to] = [moved(edge.from), moved(edge.to)];
      if (findMentioned(edge.reference, from, paths)?.to === to) return [];
      const mention = writtenMentions(edge, from, to).find(
        ({ name }) => findMentioned({ ...edge.reference, name }, from, paths)?.to === to,
      );
      if (!mention) return [];
      return {
        from: edge.reference.from,
        to: edge.reference.to,
        insert: written(mention, texts, edge),
      };
    });
    return changes.length > 0 ? [{ id, changes }] : [];
  });
}

type Mention = Pick<Reference, 'name' | 'isQuoted'>;

/** The ways to refer to a file, starting with the one most similar to the previous reference. */
function writtenMentions({ reference, isFromRoot }: Edge, from: string, to: string): Mention[] {
  const { kind, name, isQuoted } = reference;
  const root = to.slice(1);
  const beside = relativePath(folderOf(from), to);
  if (name.startsWith('/')) return [{ name: to, isQuoted }];
  const names = isFromRoot ? [root, beside] : [beside, root];
  if (kind === '#include') return names.map((each) => ({ name: each, isQuoted }));
  const short = names.map((each) => each.replace(/\.slang$/, ''));
  const quoted = (!isQuoted || name.endsWith('.slang') ? names : short).map((each) => ({
    name: each,
    isQuoted: true,
  }));
  if (isQuoted) return quoted;
  const words = short.map((each) => each.replaceAll('-', '_'));
  const plain = words.filter(isPlain);
  return [...plain.map((each) => ({ name: each, isQuoted: false })), ...quoted];
}

/** The reference as written in the text, with its existing quotes. */
function written(
  { name, isQuoted }: Mention,
  texts: Readonly<Record<string, string>>,
  { from, reference }: Edge,
): string {
  if (!isQuoted) return name.replaceAll('/', '.');
  const text = ownValue(texts, from) ?? '';
  return reference.isQuoted
    ? `${text[reference.from]}${name}${text[reference.to - 1]}`
    : `"${name}"`;
}

/** The statement that imports or includes a file in the main file. */
export function importOf(path: string): string {
  if (!path.endsWith('.slang')) return `#include "${path}"`;
  const words = path.slice(0, -'.slang'.length).replaceAll('-', '_');
  return isPlain(words) ? `import ${words.replaceAll('/', '.')};` : `import "${path}";`;
}

/** The change that inserts such a statement after the last import or at the start. */
export function importInsertion(source: string, statement: string) {
  const text = withEditorLineBreaks(source);
  const { mentions, module } = readReferences(text);
  const before = mentions.findLast(({ from }) => !isWithinCondition(text, from)) ?? module;
  if (!before) return { from: 0, to: 0, insert: `${statement}\n${text === '' ? '' : '\n'}` };
  const end = text.indexOf('\n', before.to);
  const at = end < 0 ? text.length : end;
  return { from: at, to: at, insert: `\n${statement}` };
}

/** Whether there are more `#if` than `#endif` before a position. */
function isWithinCondition(text: string, at: number): boolean {
  const directives = text.slice(0, at).matchAll(/^[ \t]*#[ \t]*(if|endif)/gm);
  let depth = 0;
  for (const [, kind] of directives) depth += kind === 'if' ? 1 : -1;
  return depth > 0;
}

/** Whether an import can use these words without quotes. */
function isPlain(words: string): boolean {
  return words.split('/').every((word) => /^[A-Za-z_]\w*$/.test(word));
}

/** `../noise.slang` for the folder `/lib` and the file `/noise.slang`. */
function relativePath(folder: string, to: string): string {
  const [here, there] = [folder.split('/'), to.split('/')];
  let common = 0;
  while (common < here.length && here[common] === there[common]) common += 1;
  return [...here.slice(common).map(() => '..'), ...there.slice(common)].join('/');
}
