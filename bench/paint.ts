import { createServer } from 'vite';

type PaintedFrames = typeof import('./paintedFrames.ts');

// Through the bundler, because the debugger imports text files.
const server = await createServer({
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const loaded = await server.ssrLoadModule('/bench/paintedFrames.ts');
await (loaded as PaintedFrames).measurePaintedFrames();
process.exit();
