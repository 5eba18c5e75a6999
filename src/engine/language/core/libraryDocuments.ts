import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { createTextDocument, type TextDocument } from '#engine/language/textDocument.ts';

/** The path of a module's source: beside the user's, so that `import` finds it. */
export function libraryPath(name: string): string {
  return `/${name}.slang`;
}

/** The importable modules as documents. */
export function libraryDocuments(libraries: readonly LibraryModule[]): TextDocument[] {
  return libraries.map(({ name, source }) =>
    createTextDocument(`file://${libraryPath(name)}`, 0, source),
  );
}
