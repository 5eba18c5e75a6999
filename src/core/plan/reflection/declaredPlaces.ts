import type { ProjectFile } from '#core/project/project.ts';
import { type Declaration, readSource } from '#core/source/declarations.ts';
import type { Span } from '#core/source/tokens.ts';
import type { DeclaredName } from './parameterRows.ts';

interface DeclaredPlace {
  /** A path in the project; null for the main file. */
  readonly path: string | null;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Finds a name's declaration; null if it is not in the project's files. */
type FindDeclaration = (name: DeclaredName) => DeclaredPlace | null;

interface ReadFile {
  readonly path: string | null;
  readonly text: string;
  readonly declarations: readonly Declaration[];
}

export function createFindDeclaration(
  text: string,
  files: readonly ProjectFile[],
): FindDeclaration {
  let read: readonly ReadFile[] | null = null;
  const sources = [{ path: null, text }, ...files.map((file) => ({ ...file, path: file.path }))];
  return (name) => {
    read ??= sources.map((file) => ({
      ...file,
      declarations: withNested(readSource(file.text).declarations),
    }));
    for (const file of read) {
      const span = spanOf(name, file.declarations);
      if (span) return placeOf(file, span);
    }
    return null;
  };
}

/** The declarations with the structs nested in them. */
function withNested(declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.flatMap((declaration) => [
    declaration,
    ...(declaration.kind === 'struct'
      ? withNested(declaration.members.filter(({ kind }) => kind === 'struct'))
      : []),
  ]);
}

function spanOf(name: DeclaredName, declarations: readonly Declaration[]): Span | null {
  switch (name.kind) {
    case 'global':
      return (
        declarations.find((each) => each.kind !== 'function' && each.name === name.name)
          ?.nameSpan ?? null
      );
    case 'entry point':
      return functionOf(name.name, declarations)?.nameSpan ?? null;
    case 'argument': {
      const parameters = functionOf(name.entryPoint, declarations)?.parameters ?? [];
      // The name is the first token with this text; a later one is a semantic.
      const token = parameters
        .map((parameter) => parameter.find(({ text }) => text === name.name))
        .find((found) => found !== undefined);
      return token ? { from: token.from, to: token.to } : null;
    }
    case 'field': {
      const struct = name.struct.replace(/<.*/s, '').replace(/^.*(?:::|\.)/s, '');
      const owner = declarations.find((each) => each.kind === 'struct' && each.name === struct);
      return owner?.members.find((member) => member.name === name.name)?.nameSpan ?? null;
    }
  }
}

function functionOf(name: string, declarations: readonly Declaration[]): Declaration | undefined {
  const named = declarations.filter((each) => each.kind === 'function' && each.name === name);
  return named.find(({ attributes }) => attributes.length > 0) ?? named[0];
}

function placeOf({ path, text }: ReadFile, { from, to }: Span): DeclaredPlace {
  const lines = text.slice(0, from).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return { path, line: lines.length, column, length: to - from };
}

/** Maps parameters that the playground's modules declare to their modules. */
export const LIBRARY_PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['outputTexture', 'rendering'],
  ['g_printedBuffer', 'printing'],
]);
