import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { createTextDocument, type TextDocument } from '#engine/language/textDocument.ts';

/** The path of a module's source, next to the user's files so that `import` finds it. */
export function libraryPath(name: string): string {
  return `/${name}.slang`;
}

export function libraryDocuments(libraries: readonly LibraryModule[]): TextDocument[] {
  return libraries.map(({ name, source }) =>
    createTextDocument(`file://${libraryPath(name)}`, 0, source),
  );
}
