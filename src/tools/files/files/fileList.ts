import type { OpenFile } from '#core/project/openFile.ts';

// Pure changes of the list of files, as the store holds it.

type Files = readonly OpenFile[];

/** With a file behind the one with that id, or first if that is the main file. */
export function insertedAfter(files: Files, id: number, added: OpenFile): Files {
  return files.toSpliced(files.findIndex((file) => file.id === id) + 1, 0, added);
}

export function renamed(files: Files, id: number, path: string): Files {
  return files.map((file) => (file.id === id ? { ...file, path } : file));
}

export function without(files: Files, id: number): Files {
  return files.filter((file) => file.id !== id);
}

/** With the file at another index, which is brought within the list. */
export function moved(files: Files, id: number, to: number): Files {
  const file = files.find((each) => each.id === id);
  if (!file) return files;
  const others = without(files, id);
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, file);
}
