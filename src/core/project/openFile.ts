import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { Asset, Project, ProjectFile } from '#core/project/project.ts';

/** A file beside the main file. */
export interface OpenFile extends ProjectFile {
  /** Unique in this page; it stays while the file is renamed or edited. */
  readonly id: number;
  /** As it was opened or created; the editor has what became of it. */
  readonly text: string;
}

export interface OpenProject extends Project {
  readonly files: readonly OpenFile[];
}

let lastId = MAIN_FILE_ID;

/** Gives files their ids. */
export function openFiles(files: readonly ProjectFile[]): OpenFile[] {
  return files.map(({ path, text }) => {
    lastId += 1;
    return { path, text, id: lastId };
  });
}

/** What is opened: files and assets are optional, because most sources are one file. */
interface OpenedParts {
  readonly text: string;
  readonly files?: readonly ProjectFile[];
  readonly assets?: readonly Asset[];
}

/** The project that an opening puts in place, as the editor gives it back. */
export function openedProject({ text, files = [], assets = [] }: OpenedParts): Project {
  const read = (file: ProjectFile) => ({ ...file, text: withEditorLineBreaks(file.text) });
  return { text: withEditorLineBreaks(text), files: files.map(read), assets };
}

/** As the editor gives a text back. */
export function withEditorLineBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
