import type { StoreApi } from 'zustand/vanilla';
import type { PausedFrame } from '#core/project/runView.ts';
import type { PngEncoder } from '#engine/png/pngEncoder.ts';
import type { PngText } from '#engine/png/pngWriter.ts';
import {
  PROJECT_KEYWORD,
  type ProjectText,
  projectText,
} from '#tools/capture/session/projectText.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { Archive } from './archive.ts';
import type { PictureActivity, PictureState } from './state.ts';

/** What saving needs. */
export interface WorkParts {
  readonly context: ToolContext;
  readonly encoder: PngEncoder;
  readonly store: StoreApi<PictureState>;
  readonly files: PictureFiles;
}

/** How files are given to the user. */
export interface PictureFiles {
  /** Lets the browser download a file. */
  save(file: File): void;
  /** Null if the user chose none. Rejects if it cannot be written. */
  chooseArchive(suggestedName: string): Promise<Archive | null>;
}

/** One thing is saved at a time. */
export type Turn = ReturnType<typeof createTurn>;

export function createTurn({ store }: WorkParts, signal: AbortSignal) {
  return {
    signal,
    /** Shows how far it is, unless it has been aborted. */
    show(activity: PictureActivity) {
      if (!signal.aborted) store.setState({ activity, problem: null });
    },
    /** Back to the choices, and why nothing was saved; null if the user wanted it so. */
    giveUp(problem: string | null) {
      if (!signal.aborted) store.setState({ activity: { kind: 'choosing' }, problem });
    },
  };
}

/**
 * The project for a file, if it is to be included. Rejects with a sentence if it cannot be.
 *
 * @param frame that the file shows; null for several
 */
export async function packProject(
  { context }: WorkParts,
  { includesProject }: { readonly includesProject: boolean },
  frame: PausedFrame | null,
): Promise<ProjectText | null> {
  if (!includesProject) return null;
  const project = await projectText(context, frame);
  if (project.ok) return project.value;
  throw new Error(`${project.error} Or switch “Include the project” off.`);
}

export function pngText(project: ProjectText | null): PngText | null {
  return project && { keyword: PROJECT_KEYWORD, text: project.text };
}

/** What was saved, and what the project in it leaves out. */
export function savedText(text: string, project: ProjectText | null): string {
  return project?.note ? `${text} ${project.note}` : text;
}
