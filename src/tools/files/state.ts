import type { ProjectFile } from '#core/project/project.ts';

export interface ProjectState {
  /** The file being named; null if none. */
  readonly naming: Naming | null;
  /** Shown until the user closes it or uses its action. */
  readonly notice: FilesNotice | null;
}

export interface Naming {
  readonly id: number;
  /**
   * For a file that was just added: the file to show if the user cancels, which removes the new
   * one. Null for an existing file.
   */
  readonly addedAt: number | null;
}

export type FilesNotice =
  /** `statement` imports the new file into the main file. */
  | { readonly kind: 'added'; readonly path: string; readonly statement: string }
  | { readonly kind: 'deleted'; readonly file: ProjectFile; readonly index: number }
  /** `path` is the former path; `imports` counts the updated imports. */
  | {
      readonly kind: 'renamed';
      readonly id: number;
      readonly path: string;
      readonly imports: number;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export const INITIAL_PROJECT_STATE: ProjectState = { naming: null, notice: null };
