import type { ProjectFile } from '#core/project/project.ts';

/** What is going on in the row of files, beside what the workspace knows. */
export interface ProjectState {
  /** The file whose name is being typed; null if none is. */
  readonly naming: Naming | null;
  /** What the row says until it is closed or done; null if nothing. */
  readonly notice: FilesNotice | null;
}

export interface Naming {
  readonly id: number;
  /** The file was just added, and giving up removes it and shows this one. Null if it was there. */
  readonly addedAt: number | null;
}

export type FilesNotice =
  /** `statement` makes the main file import the new file. */
  | { readonly kind: 'added'; readonly path: string; readonly statement: string }
  | { readonly kind: 'deleted'; readonly file: ProjectFile; readonly index: number }
  /** `path` is the former one; `imports` counts those that were updated. */
  | {
      readonly kind: 'renamed';
      readonly id: number;
      readonly path: string;
      readonly imports: number;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export const INITIAL_PROJECT_STATE: ProjectState = { naming: null, notice: null };
