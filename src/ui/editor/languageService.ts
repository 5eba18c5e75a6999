import type { Dispose } from '#core/util/disposer.ts';
import type { LanguageServerState } from '#engine/language/client/languageClient.ts';
import type { LanguageTransport } from '#engine/language/client/transport.ts';

export type { LanguageServerState };

/** A language server that starts when it is first useful, and may be unavailable for a while. */
export interface LanguageService {
  readonly transport: LanguageTransport;
  state(): LanguageServerState;
  /** Calls `listener` whenever the state has changed. */
  subscribe(listener: () => void): Dispose;
  /** The user is about to edit: starts the server, unless this device starts it only on request. */
  wanted(): void;
  /** The user requests the server: starts it in any case, also after a failure. */
  start(): void;
}
