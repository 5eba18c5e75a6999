import type { Asset, Project, ProjectFile } from '#core/project/project.ts';
import { MAIN_FILE_ID } from './project.ts';

/** A project file other than the main file. */
export interface OpenFile extends ProjectFile {
  /** Unique in this page, and unaffected by renames and edits. */
  readonly id: number;
  /** The text as opened or created. Later edits are only in the editor. */
  readonly text: string;
}

export interface OpenProject extends Project {
  readonly files: readonly OpenFile[];
}

let lastId = MAIN_FILE_ID;

export function openFiles(files: readonly ProjectFile[]): OpenFile[] {
  return files.map(({ path, text }) => {
    lastId += 1;
    return { path, text, id: lastId };
  });
}

interface OpenedParts {
  readonly text: string;
  readonly files?: readonly ProjectFile[];
  readonly assets?: readonly Asset[];
}

/** The project after opening, with texts as the editor returns them. */
export function openedProject({ text, files = [], assets = [] }: OpenedParts): Project {
  const read = (file: ProjectFile) => ({ ...file, text: withEditorLineBreaks(file.text) });
  return { text: withEditorLineBreaks(text), files: files.map(read), assets };
}

/** The editor normalises line breaks to `\n`. */
export function withEditorLineBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
