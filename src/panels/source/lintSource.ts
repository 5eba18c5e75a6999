import type { LanguageService } from '#editor/languageService.ts';
import type { SourceEditor } from '#editor/sourceEditor.ts';
import type { Dispose } from '#shared/disposer.ts';
import { MAIN_FILE_ID } from '#workspace/sources/openFile.ts';
import type { Workspace } from '#workspace/workspace.ts';

/**
 * Shows the playground's lints in the editor after each pause in typing, while code assistance is
 * on.
 */
export function lintSource(
  workspace: Pick<Workspace, 'onInspection'>,
  language: Pick<LanguageService, 'state' | 'subscribe'>,
  editor: Pick<SourceEditor, 'showLints'>,
): Dispose {
  let stop: Dispose | undefined;
  const start = () =>
    workspace.onInspection(({ project: { text }, answer }) => {
      import('#program/lints/findLints.ts').then(
        // Without a compile result there are no lints; this also removes those of the previous
        // text.
        ({ findLints }) =>
          editor.showLints(MAIN_FILE_ID, text, answer ? findLints(text, answer) : []),
        // The editor works without lints.
        (error) => console.warn('The lints could not be loaded.', error),
      );
    });
  const look = () => {
    if (language.state().kind !== 'off') stop ??= start();
  };
  const unsubscribe = language.subscribe(look);
  look();
  return () => {
    unsubscribe();
    stop?.();
  };
}
