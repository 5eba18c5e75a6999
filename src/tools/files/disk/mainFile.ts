import type { ProjectFile } from '#core/project/project.ts';

export type MainChoice =
  | { readonly kind: 'found'; readonly path: string }
  /** Only the user can tell. */
  | { readonly kind: 'ask'; readonly paths: readonly string[] };

/** Names that mark the main file, the surest first. */
const MAIN_NAMES = ['user.slang', 'main.slang'];

/** An entry point, or what used to be one: a lint tells how to make it one. */
const ENTRY_POINT = /\[\s*shader\s*\(|\b(?:imageMain|printMain)\s*\(/;

const COMMENT = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * Chooses the file that is compiled: by its name, else because no other has an entry point.
 *
 * @param sources at least one
 */
export function chooseMain(sources: readonly ProjectFile[]): MainChoice {
  const [only] = sources;
  if (only && sources.length === 1) return { kind: 'found', path: only.path };
  for (const name of MAIN_NAMES) {
    const named = sources.find(({ path }) => path === name);
    if (named) return { kind: 'found', path: named.path };
  }
  const running = sources.filter(({ text }) => ENTRY_POINT.test(text.replaceAll(COMMENT, ' ')));
  const [first] = running;
  if (first && running.length === 1) return { kind: 'found', path: first.path };
  const possible = running.length > 0 ? running : sources;
  return { kind: 'ask', paths: possible.map(({ path }) => path) };
}
