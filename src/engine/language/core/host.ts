import type { LibraryModule } from '#engine/compiler/protocol.ts';
import type { MessageId } from '#engine/language/protocol.ts';
import type { NativeServer } from './nativeServer.ts';

/** What the language server needs of its worker, or of a test. */
export interface LanguageServerHost {
  readonly native: NativeServer;
  /** The modules that documents may import. */
  readonly libraries: readonly LibraryModule[];
  /** Sends a JSON-RPC message; `answers` names the request if it answers one. */
  post(text: string, answers: MessageId | null): void;
  /** The source of Slang's core library. */
  loadCoreLibrary(): Promise<string>;
  /** The binary has failed. This server cannot continue. */
  onFailure(reason: string): void;
  onExit(): void;
  /** Runs the work after the messages that have already arrived are read. */
  defer(work: () => void): void;
}
