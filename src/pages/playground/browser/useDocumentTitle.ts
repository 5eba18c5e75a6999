import { useEffect } from 'react';
import type { Dispose } from '#core/util/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

type TitleOf = typeof import('./documentTitle.ts').documentTitle;

/** Updates the page's title after each opening, first edit and compile. */
export function useDocumentTitle(workspace: Workspace): void {
  useEffect(() => {
    let isOver = false;
    let stop: Dispose = () => {};
    const follow = async () => {
      const { documentTitle } = await import('./documentTitle.ts');
      if (!isOver) stop = followTitle(workspace, documentTitle);
    };
    // Without it, the title of the site stays.
    follow().catch(() => {});
    return () => {
      isOver = true;
      stop();
    };
  }, [workspace]);
}

function followTitle({ store, sourceText, sourceUri }: Workspace, titleOf: TitleOf): Dispose {
  const demos = new URL('demos/', document.baseURI).href;
  const update = () => {
    const { demo, opened } = store.getState();
    // No source is open yet.
    if (opened.revision === 0 && sourceText() === '') return;
    document.title = titleOf({ demo, uri: sourceUri(), text: sourceText() }, demos);
  };
  update();
  return store.subscribe((state, before) => {
    const { opened, demo, compilation } = state;
    const isNew = opened !== before.opened || demo !== before.demo;
    if (isNew || (compilation !== before.compilation && compilation.kind === 'done')) update();
  });
}
