/** A text file of a project beside the main file. */
export interface ProjectFile {
  /** Without a leading slash, such as `lib/noise.slang`: the file's place in the compiler. */
  readonly path: string;
  readonly text: string;
}

/** An image or data of a project. Its content is stored under its hash. */
export interface Asset {
  /** Such as `cat.png`, as attributes name it. */
  readonly path: string;
  /** The MIME type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
}

/** All that a tab holds of a program. Most have a main file only. */
export interface Project {
  /** Of the main file. */
  readonly text: string;
  readonly files: readonly ProjectFile[];
  readonly assets: readonly Asset[];
}

/** Equal if and only if the projects are: of a main file alone, it is its text. */
export function projectIdentity({ text, files, assets }: Project): string {
  if (files.length === 0 && assets.length === 0) return text;
  return JSON.stringify([
    text,
    files.map(({ path, text }) => [path, text]),
    assets.map(({ path, hash }) => [path, hash]),
  ]);
}
