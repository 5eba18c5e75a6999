import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { ReducedFiles } from '#core/source/reducer/reduceFiles.ts';
import type { Workspace } from '#workspace/workspace.ts';

export type OpeningWorkspace = Pick<
  Workspace,
  'project' | 'editFiles' | 'saveVersion' | 'showFile'
>;

/**
 * Puts the small source into the editor as one undo step; the text before is in the history too. Files
 * that the fault does not need stay in the project. Returns what to tell.
 */
export async function openReduced(
  workspace: OpeningWorkspace,
  files: ReducedFiles,
): Promise<string> {
  const saved = await workspace.saveVersion();
  const project = workspace.project();
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const edits = [
    { id: MAIN_FILE_ID, path: USER_SHADER_PATH, text: project.text },
    ...project.files,
  ].flatMap(({ id, path, text }) => {
    const insert = texts.get(path);
    if (insert === undefined || insert === text) return [];
    return [{ id, changes: [{ from: 0, to: text.length, insert }] }];
  });
  workspace.showFile(MAIN_FILE_ID);
  workspace.editFiles({ files: edits, label: 'Open the reduced source' });
  return saved.ok
    ? 'The small source is open. Undo brings your source back, and the history has it too.'
    : 'The small source is open. Undo brings your source back.';
}
