import type { Dispose } from '#core/util/disposer.ts';
import type { LanguageServerState, LanguageTransport } from '#engine/language/languageClient.ts';

export type { LanguageServerState };

/** A language server that starts on first need and may be unavailable for a while. */
export interface LanguageService {
  readonly transport: LanguageTransport;
  state(): LanguageServerState;
  subscribe(listener: () => void): Dispose;
  /**
   * Called when the user is about to edit. Starts the server, unless this device starts it only on
   * request.
   */
  wanted(): void;
  /** Called when the user requests the server. Starts it in any case, also after a failure. */
  start(): void;
}
