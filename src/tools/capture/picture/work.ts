import type { StoreApi } from 'zustand/vanilla';
import type { PausedFrame } from '#core/project/runView.ts';
import type { PngEncoder } from '#engine/png/pngEncoder.ts';
import type { PngText } from '#engine/png/pngWriter.ts';
import { PROJECT_KEYWORD, type ProjectText, projectText } from '#tools/capture/projectText.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { Archive } from './archive.ts';
import type { PictureActivity, PictureState } from './state.ts';

export interface WorkParts {
  readonly context: ToolContext;
  readonly encoder: PngEncoder;
  readonly store: StoreApi<PictureState>;
  readonly files: PictureFiles;
}

export interface PictureFiles {
  save(file: File): void;
  /** Null if the user cancelled. Rejects if the file cannot be written. */
  chooseArchive(suggestedName: string): Promise<Archive | null>;
}

/** One save. A new one aborts it. */
export type Turn = ReturnType<typeof createTurn>;

export function createTurn({ store }: WorkParts, signal: AbortSignal) {
  return {
    signal,
    /** Shows progress, unless the save was aborted. */
    show(activity: PictureActivity) {
      if (!signal.aborted) store.setState({ activity, problem: null });
    },
    /**
     * Returns to the choices, with the reason why nothing was saved; null if the user cancelled.
     */
    giveUp(problem: string | null) {
      if (!signal.aborted) store.setState({ activity: { kind: 'choosing' }, problem });
    },
  };
}

/**
 * Packs the project if it should be included, else resolves to null. Rejects with a sentence on
 * failure.
 *
 * @param frame the frame that the file shows; null for several
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

/** Appends what the project in the file leaves out. */
export function savedText(text: string, project: ProjectText | null): string {
  return project?.note ? `${text} ${project.note}` : text;
}
