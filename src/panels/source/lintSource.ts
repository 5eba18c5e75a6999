import type { LanguageService } from '#editor/languageService.ts';
import type { SourceEditor } from '#editor/sourceEditor.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

/**
 * Shows in the editor what the playground's lints find in each text that rests, wherever the code
 * assistance is wanted.
 */
export function lintSource(
  workspace: Pick<Workspace, 'onInspection'>,
  language: Pick<LanguageService, 'state' | 'subscribe'>,
  editor: Pick<SourceEditor, 'showLints'>,
): Dispose {
  let stop: Dispose | undefined;
  const start = () =>
    workspace.onInspection(({ text, answer }) => {
      import('#program/lints/findLints.ts').then(
        // Of a text without an answer nothing is known, and what was known of the one before is over.
        ({ findLints }) => editor.showLints(text, answer ? findLints(text, answer) : []),
        // Without the code there is an editor all the same.
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
