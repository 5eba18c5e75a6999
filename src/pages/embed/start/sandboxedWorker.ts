import {
  type Deliver,
  type Transport,
  workerTransport,
} from '#engine/compiler/client/transport.ts';
import workerUrl from '#engine/worker/worker.ts?worker&url';
import { makeScript } from './ownScripts.ts';

/** The same for each worker. */
let script: string | null = null;

/**
 * Starts a compiler worker in a page without an origin of its own, which may start no worker by the
 * address of a site. The worker's own script therefore only imports the site's, which hears of early
 * messages afterwards. It is no module: Chromium starts no module of such a page as a worker. It inherits
 * the page's policies: the compiler's loader makes functions of text, which Trusted Types then allow.
 */
export function startSandboxedWorker(deliver: Deliver): Transport {
  script ??= makeScript(workerScript(new URL(workerUrl, document.baseURI).href));
  return workerTransport(new Worker(script, { name: 'compiler' }), deliver);
}

function workerScript(address: string): string {
  return `self.trustedTypes?.createPolicy('default', { createScript: (text) => text });
const early = [];
const keep = ({ data }) => early.push(data);
self.addEventListener('message', keep);
import(${JSON.stringify(address)}).then(
  () => {
    self.removeEventListener('message', keep);
    for (const data of early) self.dispatchEvent(new MessageEvent('message', { data }));
  },
  (thrown) => setTimeout(() => { throw thrown; }),
);
`;
}
