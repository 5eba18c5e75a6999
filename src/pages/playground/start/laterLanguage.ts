import { messageOf } from '#core/util/errors.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { interfaceGate } from './gates.ts';
import type { PageStart } from './pageStart.ts';

/** Loads the page's language service beside the editor, behind the interface. Never rejects. */
export async function loadLanguage(
  module: Promise<WebAssembly.Module>,
  workspace: Workspace,
  start: PageStart,
): Promise<LanguageService> {
  try {
    const { createBrowserLanguage } = await interfaceGate.behind(() => import('./language.ts'));
    return createBrowserLanguage(module, workspace, start);
  } catch (thrown) {
    return missingLanguage(`A part of the page could not be loaded: ${messageOf(thrown)}`);
  }
}

/** The editor works without it. */
function missingLanguage(reason: string): LanguageService {
  return {
    transport: { send: () => {}, subscribe: () => {}, unsubscribe: () => {} },
    state: () => ({ kind: 'failed', reason }),
    subscribe: () => () => {},
    wanted: () => {},
    start: () => location.reload(),
  };
}
