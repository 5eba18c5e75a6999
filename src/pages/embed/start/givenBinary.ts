import type { LoadProgress } from '#core/output/compilerState.ts';
import type { Deliver, Transport } from '#engine/compiler/client/transport.ts';

/** Finds a compiled binary by its address; null if there is none. */
type FindBinary = (
  url: string,
  onProgress: (progress: LoadProgress) => void,
) => Promise<WebAssembly.Module | null>;

/**
 * A transport that replaces the binary's address with the compiled binary from `find`. If `find`
 * returns null or fails, the worker fetches the binary.
 */
export function withGivenBinary(
  transport: Transport,
  deliver: Deliver,
  find: FindBinary,
): Transport {
  const tell = (progress: LoadProgress) => deliver({ kind: 'event', name: 'loading', progress });
  return {
    ...transport,
    send(message) {
      const { params } = message;
      if (!('binary' in params) || params.binary.kind === 'module') {
        transport.send(message);
        return;
      }
      const give = (module: WebAssembly.Module | null) => {
        const binary = module ? ({ kind: 'module', module } as const) : params.binary;
        transport.send({ ...message, params: { ...params, binary } });
      };
      find(params.binary.url, tell).then(give, (thrown) => {
        console.warn(thrown);
        give(null);
      });
    },
  };
}
