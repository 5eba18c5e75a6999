import { messageOf } from '#shared/errors.ts';
import { diagnosticsIn } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import type { LanguageServerHost } from './languageServer.ts';
import { libraryDocuments } from './libraryDocuments.ts';

/** Diagnostics are told when nothing was edited for so long, in milliseconds. */
export const DIAGNOSTICS_DELAY = 250;

/** Tells diagnostics without being asked. */
export interface Publisher {
  /** Tells the document's diagnostics once it was left alone for {@link DIAGNOSTICS_DELAY}. */
  schedule(uri: string): void;
  /** Takes back what was told. */
  clear(uri: string): void;
  dispose(): void;
}

type PublisherHost = Pick<LanguageServerHost, 'native' | 'libraries' | 'post' | 'onFailure'>;

export function createPublisher(host: PublisherHost, documents: Documents): Publisher {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const libraries = libraryDocuments(host.libraries);
  const post = (params: object) =>
    host.post(
      JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params }),
      null,
    );
  const publish = (uri: string) => {
    timers.delete(uri);
    try {
      const open = documents.ready(uri);
      if (!open) return;
      const { document, path } = open;
      const diagnostics = diagnosticsIn(document, host.native.diagnostics(path), libraries);
      post({ uri, version: document.version, diagnostics });
    } catch (thrown) {
      host.onFailure(messageOf(thrown));
    }
  };
  return {
    schedule(uri) {
      clearTimeout(timers.get(uri));
      timers.set(
        uri,
        setTimeout(() => publish(uri), DIAGNOSTICS_DELAY),
      );
    },
    clear(uri) {
      clearTimeout(timers.get(uri));
      timers.delete(uri);
      post({ uri, diagnostics: [] });
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
