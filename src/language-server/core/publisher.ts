import { messageOf } from '#shared/errors.ts';
import { diagnosticsIn } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import type { LanguageServerHost } from './host.ts';
import { libraryDocuments } from './libraryDocuments.ts';

/** Diagnostics are told when nothing was edited for so long, in milliseconds. */
export const DIAGNOSTICS_DELAY = 250;

/** Tells diagnostics without being asked. */
export interface Publisher {
  /** Tells the document's diagnostics once it was left alone for {@link DIAGNOSTICS_DELAY}. */
  schedule(uri: string): void;
  /** While they are held, no diagnostics are worked on; those that are due then follow. */
  hold(isHeld: boolean): void;
  /** Takes back what was told. */
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
