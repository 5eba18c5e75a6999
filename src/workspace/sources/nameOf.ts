import { projectName } from '#core/project/projectName.ts';
import type { Workspace } from '#workspace/workspace.ts';

export function nameOf({
  store,
  project,
  sourceUri,
}: Pick<Workspace, 'store' | 'project' | 'sourceUri'>): string {
  const { givenName, demo } = store.getState();
  return projectName({ givenName, demo, uri: sourceUri(), text: project().text });
}
