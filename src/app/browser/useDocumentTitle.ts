import { useEffect } from 'react';
import type { Workspace } from '#workspace/workspace.ts';
import { documentTitle } from './documentTitle.ts';

/** Updates the page's title after each opening, first edit and compile. */
export function useDocumentTitle({ store, sourceText, sourceUri }: Workspace): void {
  useEffect(() => {
    const demos = new URL('demos/', document.baseURI).href;
    const update = () => {
      const { demo, opened } = store.getState();
      // No source is open yet.
      if (opened.revision === 0 && sourceText() === '') return;
      document.title = documentTitle({ demo, uri: sourceUri(), text: sourceText() }, demos);
    };
    update();
    return store.subscribe((state, before) => {
      const { opened, demo, compilation } = state;
      const isNew = opened !== before.opened || demo !== before.demo;
      if (isNew || (compilation !== before.compilation && compilation.kind === 'done')) update();
    });
  }, [store, sourceText, sourceUri]);
}
