import type { LoadProgress } from '#core/output/compilerState.ts';
import type { Deliver, Transport } from '#engine/compiler/client/transport.ts';

/** Gives a compiled binary for its address; null if it has none. */
type FindBinary = (
  url: string,
  onProgress: (progress: LoadProgress) => void,
) => Promise<WebAssembly.Module | null>;

/**
 * A transport that puts the compiled binary that `find` gives in place of its address. Without one, the
 * worker fetches it.
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
