import { useEffect, useState } from 'react';
import type { Dispose } from '#core/util/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

/**
 * The project's name, empty until known. Also keeps it in the page's title. Both update when a
 * source is opened, named, first edited or compiled.
 */
export function useProjectName(workspace: Workspace): string {
  const [name, setName] = useState('');
  useEffect(() => {
    let isOver = false;
    let stop: Dispose = () => {};
    const follow = async () => {
      const naming = await import('#core/project/projectName.ts');
      if (!isOver) stop = followName(workspace, naming, setName);
    };
    // If this fails, the page keeps the site's title.
    follow().catch(() => {});
    return () => {
      isOver = true;
      stop();
    };
  }, [workspace]);
  return name;
}

function followName(
  { store, sourceText, sourceUri }: Workspace,
  { documentTitle, projectName }: typeof import('#core/project/projectName.ts'),
  onName: (name: string) => void,
): Dispose {
  const demos = new URL('demos/', document.baseURI).href;
  const update = () => {
    const { demo, givenName, opened } = store.getState();
    // No source is open yet.
    if (opened.revision === 0 && sourceText() === '') return;
    const project = { demo, givenName, uri: sourceUri(), text: sourceText() };
    document.title = documentTitle(project, demos);
    onName(projectName(project));
  };
  update();
  return store.subscribe((state, before) => {
    const { opened, demo, givenName, compilation } = state;
    const isNew =
      opened !== before.opened || demo !== before.demo || givenName !== before.givenName;
    if (isNew || (compilation !== before.compilation && compilation.kind === 'done')) update();
  });
}
