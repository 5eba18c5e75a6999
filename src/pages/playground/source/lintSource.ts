import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import type { SourceEditor } from '#ui/editor/sourceEditor.ts';
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
    workspace.onInspection(({ project, answer }) => {
      const show = async () => {
        const { findLints } = await import('#core/source/lints/findLints.ts');
        const { text, files } = project;
        // Without a compile result there are no lints; this also removes those of the text before.
        const found = answer ? findLints(project, answer) : null;
        for (const file of [{ id: MAIN_FILE_ID, path: MAIN_FILE, text }, ...files]) {
          editor.showLints(file.id, file.text, found?.get(`/${file.path}`) ?? []);
        }
      };
      // The editor works without lints.
      show().catch((thrown: unknown) => reportError(thrown));
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
