import type { ToolContext } from '#ui/tools/tool.ts';
import type { Candidate } from './candidates.ts';
import { filesOf } from './copies.ts';
import { changesFor, findNumthreads } from './numthreads.ts';
import type { DoneTrial, TrialNote } from './state.ts';

export type WritingWorkspace = Pick<ToolContext['workspace'], 'store' | 'project' | 'editFiles'>;

/** Writes a group size into the source as it is now, as one undo step. */
export function writeSize(
  workspace: WritingWorkspace,
  { entryPoint, present }: Pick<DoneTrial, 'entryPoint' | 'present'>,
  { size, text }: Candidate,
): TrialNote {
  const files = filesOf(workspace.project());
  const written = `The source has groups of ${text} threads for ${entryPoint} now.`;
  if (findNumthreads(files, entryPoint, size).ok) return { isProblem: false, text: written };
  const place = findNumthreads(files, entryPoint, present);
  if (!place.ok) return { isProblem: true, text: place.error };
  const changes = changesFor(place.value, size);
  workspace.editFiles({
    files: [{ id: place.value.file.id, changes }],
    label: `Use groups of ${text} threads for ${entryPoint}`,
  });
  const { live } = workspace.store.getState();
  return { isProblem: false, text: live ? written : `${written} Run it to use them.` };
}
