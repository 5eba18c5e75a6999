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
