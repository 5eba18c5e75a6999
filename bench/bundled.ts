import { createServer } from 'vite';

/** Loads a module through the bundler, because it imports text files. */
export async function loadBundled(path: string) {
  const server = await createServer({
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  const loaded: unknown = await server.ssrLoadModule(path);
  return { loaded, close: () => server.close() };
}
