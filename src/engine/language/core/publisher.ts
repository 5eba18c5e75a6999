import type { Diagnostic } from 'vscode-languageserver-protocol';
import { endlessMessage, type IncludeCycle } from '#core/source/moduleGraph.ts';
import { messageOf } from '#core/util/errors.ts';
import { positionAt, type TextDocument } from '#engine/language/textDocument.ts';
import { diagnosticsIn } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import type { LanguageServerHost } from './host.ts';
import { libraryDocuments } from './libraryDocuments.ts';
import { createProjectDiagnostics } from './projectDiagnostics.ts';

/** Milliseconds after the last edit until the diagnostics are sent. */
export const DIAGNOSTICS_DELAY = 250;

/** Sends diagnostics to the client. */
export interface Publisher {
  /**
   * Sends the document's diagnostics {@link DIAGNOSTICS_DELAY} after the last edit, then those of the
   * documents that depend on it.
   */
  schedule(uri: string): void;
  /** Does the same for all documents: one was opened or closed, which others may mention. */
  scheduleAll(): void;
  /** While held, computes no diagnostics; the due ones follow afterwards. */
  hold(isHeld: boolean): void;
  /** Clears the sent diagnostics. */
  clear(uri: string): void;
  dispose(): void;
}

type PublisherHost = Pick<LanguageServerHost, 'native' | 'libraries' | 'post' | 'onFailure'>;

/** Why diagnostics are due: the document was edited, or another one on which they depend. */
type Cause = 'own' | 'other';

export function createPublisher(host: PublisherHost, documents: Documents): Publisher {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const causes = new Map<string, Cause>();
  const due = new Set<string>();
  let isHeld = false;
  const libraries = libraryDocuments(host.libraries);
  const project = createProjectDiagnostics(host.native, documents, host.libraries);
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
    const cause = causes.get(uri);
    causes.delete(uri);
    try {
      const open = documents.ready(uri);
      if (!open) return;
      const { document, path } = open;
      const others = documents.all().flatMap((each) => (each === open ? [] : [each.document]));
      const diagnostics = [
        ...endlessIn(document, documents.endless().get(path) ?? []),
        ...diagnosticsIn(document, project.of(open), [...others, ...libraries]),
      ];
      post({ uri, version: document.version, diagnostics });
      if (cause === 'other') return;
      const affected = project.affectedBy(path);
      for (const each of documents.all()) {
        if (affected.includes(each.path)) publishAfter(each.document.uri, 0, 'other');
      }
    } catch (thrown) {
      host.onFailure(messageOf(thrown));
    }
  };
  const publishAfter = (uri: string, milliseconds: number, cause: Cause) => {
    due.delete(uri);
    // An edit of its own causes more than one of another document.
    if (causes.get(uri) !== 'own') causes.set(uri, cause);
    clearTimeout(timers.get(uri));
    timers.set(
      uri,
      setTimeout(() => publish(uri), milliseconds),
    );
  };
  return {
    schedule: (uri) => publishAfter(uri, DIAGNOSTICS_DELAY, 'own'),
    scheduleAll() {
      for (const { document } of documents.all()) {
        publishAfter(document.uri, DIAGNOSTICS_DELAY, 'other');
      }
    },
    hold(next) {
      isHeld = next;
      if (!isHeld) for (const uri of [...due]) publishAfter(uri, 0, 'other');
    },
    clear(uri) {
      due.delete(uri);
      causes.delete(uri);
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

const ERROR = 1;

/** The includes that the binary does not get. */
function endlessIn(document: TextDocument, includes: readonly IncludeCycle[]): Diagnostic[] {
  return includes.map(({ edge, paths }) => {
    const { from, to } = edge.reference;
    const range = { start: positionAt(document, from), end: positionAt(document, to) };
    return { range, severity: ERROR, source: 'slang', message: endlessMessage(paths) };
  });
}
