import { messageOf } from '#shared/errors.ts';
import { diagnosticsIn } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import type { LanguageServerHost } from './host.ts';
import { libraryDocuments } from './libraryDocuments.ts';

/** Milliseconds after the last edit until the diagnostics are sent. */
export const DIAGNOSTICS_DELAY = 250;

/** Sends diagnostics to the client. */
export interface Publisher {
  /** Sends the document's diagnostics {@link DIAGNOSTICS_DELAY} after the last edit. */
  schedule(uri: string): void;
  /** While held, computes no diagnostics; the due ones follow afterwards. */
  hold(isHeld: boolean): void;
  /** Clears the sent diagnostics. */
  clear(uri: string): void;
  dispose(): void;
}

type PublisherHost = Pick<LanguageServerHost, 'native' | 'libraries' | 'post' | 'onFailure'>;

export function createPublisher(host: PublisherHost, documents: Documents): Publisher {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const due = new Set<string>();
  let isHeld = false;
  const libraries = libraryDocuments(host.libraries);
  const post = (params: object) =>
    host.post(
      JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params }),
      null,
    );
  const publish = (uri: string) => {
    timers.delete(uri);
    if (isHeld) {
      due.add(uri);
      return;
    }
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
  const publishAfter = (uri: string, milliseconds: number) => {
    due.delete(uri);
    clearTimeout(timers.get(uri));
    timers.set(
      uri,
      setTimeout(() => publish(uri), milliseconds),
    );
  };
  return {
    schedule: (uri) => publishAfter(uri, DIAGNOSTICS_DELAY),
    hold(next) {
      isHeld = next;
      if (!isHeld) for (const uri of [...due]) publishAfter(uri, 0);
    },
    clear(uri) {
      due.delete(uri);
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
