import type { LSPClient } from '@codemirror/lsp-client';
import type { Extension } from '@codemirror/state';
import { ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { projectEditor } from '#ui/editor/fileEdits.ts';
import { wantedHints } from '#ui/editor/inlayHints/wantedHints.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import { showProblems } from '#ui/editor/problems.ts';
import { occurrences } from '#ui/editor/refactoring/occurrences.ts';
import { appearance } from './appearance.ts';
import { createClient } from './client.ts';
import { completion } from './completion.ts';
import { definition } from './definition.ts';
import { hover } from './hover.ts';
import { outline } from './outline.ts';
import { peek } from './peek.ts';
import { clearTokens, semanticTokens, tokensOfShown } from './semanticTokens.ts';
import { signatures } from './signature.ts';
import { uriOf } from './uris.ts';

/** One client per service, because editors come and go. */
const clients = new WeakMap<LanguageService, LSPClient>();

/**
 * The language server's help for a file of the editor's project: completion, hover, signatures,
 * definitions, outline, semantic colours and problems. Add it when the server is ready for the first
 * time; it survives a replacement of the server.
 */
export function assistance(service: LanguageService, path: string): Extension {
  const client = clients.get(service) ?? createClient(service.transport);
  clients.set(service, client);
  return [
    client.plugin(uriOf(path), 'slang'),
    tellEdits(client),
    clearAfterFailure(service),
    completion,
    hover,
    signatures,
    definition,
    peek,
    outline,
    occurrences,
    wantedHints,
    semanticTokens,
    tokensOfShown,
    appearance,
  ];
}

/** Sends each edit of a file to the server at once, so that it knows when typing stops. */
function tellEdits(client: LSPClient): Extension {
  let planned = false;
  const plan = () => {
    if (planned) return;
    planned = true;
    queueMicrotask(() => {
      planned = false;
      client.sync();
    });
  };
  return ViewPlugin.define((view) => ({
    update({ docChanged }: ViewUpdate) {
      if (docChanged) plan();
    },
    // Files that are not in sight change too, and files come and go.
    destroy: view.state.facet(projectEditor)?.subscribe(plan) ?? (() => {}),
  }));
}

/** Removes the server's results when no server updates them. */
function clearAfterFailure(service: LanguageService): Extension {
  return ViewPlugin.define((view) => ({
    destroy: service.subscribe(() => {
      if (service.state().kind !== 'failed') return;
      for (const file of view.state.facet(projectEditor)?.files() ?? []) {
        if (!file.isCreated) continue;
        showProblems(file, 'server', []);
        clearTokens(file);
      }
    }),
  }));
}
