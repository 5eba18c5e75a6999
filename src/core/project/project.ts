/** A text file of a project, other than the main file. */
export interface ProjectFile {
  /** The path in the compiler, without a leading slash, such as `lib/noise.slang`. */
  readonly path: string;
  readonly text: string;
}

/** An image or data file of a project. Its content is stored by its hash. */
export interface Asset {
  /** The path that attributes use, such as `cat.png`. */
  readonly path: string;
  /** The MIME type. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
}

/** The files of a tab. Most projects have only a main file. */
export interface Project {
  /** The text of the main file. */
  readonly text: string;
  readonly files: readonly ProjectFile[];
  readonly assets: readonly Asset[];
}

/** Equal if and only if the projects are. A lone main file's identity is its text. */
export function projectIdentity({ text, files, assets }: Project): string {
  if (files.length === 0 && assets.length === 0) return text;
  return JSON.stringify([
    text,
    files.map(({ path, text }) => [path, text]),
    assets.map(({ path, hash }) => [path, hash]),
  ]);
}

/** The path of the main file, which every project has. In the compiler, it is `/user.slang`. */
export const MAIN_FILE = 'user.slang';

export const MAIN_FILE_ID = 0;

/** Equal if and only if the files are, in any order. Null without files. */
export function filesIdentity(files: readonly ProjectFile[] = []): string | null {
  if (files.length === 0) return null;
  const inOrder = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return JSON.stringify(inOrder.map(({ path, text }) => [path, text]));
}
