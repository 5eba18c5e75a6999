import type { LanguageServerState } from '#language-server/client/languageClient.ts';
import type { LanguageTransport } from '#language-server/client/transport.ts';
import type { Dispose } from '#shared/disposer.ts';

export type { LanguageServerState };

/** A language server that starts when it is first useful, and may be gone for a while. */
export interface LanguageService {
  readonly transport: LanguageTransport;
  state(): LanguageServerState;
  /** Calls `listener` whenever the state has changed. */
  subscribe(listener: () => void): Dispose;
  /** Someone is about to edit: the server starts, unless it has to be asked for here. */
  wanted(): void;
  /** Someone has asked for it: it starts in any case, also after a failure. */
  start(): void;
}
