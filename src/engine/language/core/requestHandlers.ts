import type { LibraryModule } from '#engine/compiler/protocol.ts';
import type { LanguageRequest, LanguageRequests } from '#engine/language/protocol.ts';
import type { Documents } from './documents.ts';
import type { NativeServer } from './nativeServer.ts';

export type RequestHandlers = {
  readonly [Method in LanguageRequest]: (
    params: LanguageRequests[Method]['params'],
  ) => LanguageRequests[Method]['result'] | Promise<LanguageRequests[Method]['result']>;
};

export interface HandlerContext {
  readonly native: NativeServer;
  readonly documents: Documents;
  readonly libraries: readonly LibraryModule[];
  loadCoreLibrary(): Promise<string>;
}
