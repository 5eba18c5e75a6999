import path from 'node:path';
import { build } from 'vite';
import { serveSite } from './siteServer.ts';

const PREFERRED_PORT = 4173;

/** `npm start`: builds the playground and serves it until stopped. */
async function start(): Promise<void> {
  await build({ logLevel: 'error' });
  const folder = path.resolve(import.meta.dirname, '../../dist');
  const server = await serveSite({ folder, port: PREFERRED_PORT }).catch(() =>
    serveSite({ folder }),
  );
  console.log(`The playground is at ${server.url} (Ctrl+C stops it)`);
}

await start();
