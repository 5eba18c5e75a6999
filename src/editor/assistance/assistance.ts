import type { LSPClient } from '@codemirror/lsp-client';
import type { Extension } from '@codemirror/state';
import { ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LanguageService } from '#editor/languageService.ts';
import { showProblems } from '#editor/problems.ts';
import { appearance } from './appearance.ts';
import { createClient, USER_URI } from './client.ts';
import { completion } from './completion.ts';
import { definition } from './definition.ts';
import { hover } from './hover.ts';
import { outline } from './outline.ts';
import { peek } from './peek.ts';
import { clearTokens, semanticTokens } from './semanticTokens.ts';
import { signatures } from './signature.ts';

/** One client per service, because editors come and go. */
const clients = new WeakMap<LanguageService, LSPClient>();

/**
 * The language server's help for an editor: completion, hover, signatures, definitions, outline,
 * semantic colours and problems. Add it when the server is ready for the first time; it survives a
 * replacement of the server.
 */
export function assistance(service: LanguageService): Extension {
  const client = clients.get(service) ?? createClient(service.transport);
  clients.set(service, client);
  return [
    client.plugin(USER_URI, 'slang'),
    tellEdits(client),
    clearAfterFailure(service),
    completion,
    hover,
    signatures,
    definition,
    peek,
    outline,
    semanticTokens,
    appearance,
  ];
}

/** Sends each edit to the server at once, so that it knows when typing stops. */
function tellEdits(client: LSPClient): Extension {
  let planned = false;
  return ViewPlugin.define(() => ({
    update({ docChanged }: ViewUpdate) {
      if (!docChanged || planned) return;
      planned = true;
      queueMicrotask(() => {
        planned = false;
        client.sync();
      });
    },
  }));
}

/** Removes the server's results when no server updates them. */
function clearAfterFailure(service: LanguageService): Extension {
  return ViewPlugin.define((view) => ({
    destroy: service.subscribe(() => {
      if (service.state().kind !== 'failed') return;
      showProblems(view, 'server', []);
      clearTokens(view);
    }),
  }));
}
