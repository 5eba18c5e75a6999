import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sirv from 'sirv';
import { headersFor, readHeadersFile } from '../build/siteHeaders.ts';

/**
 * The headers sample for hosts, so that `npm start` and the tests use the same headers as hosts.
 */
const HEADERS_FILE = path.resolve(import.meta.dirname, '../../deploy/_headers');

export interface SiteServerOptions {
  readonly folder: string;
  /** 0 for any free port. */
  readonly port?: number;
  /** Path under which the site is served, such as `/some/folder/`. */
  readonly basePath?: string;
  /** Sends `.gz` files with `Content-Encoding: gzip`, as some servers do. */
  readonly encodeGzip?: boolean;
}

export interface SiteServer {
  /** Ends with a slash. */
  readonly url: string;
  /** Serves another folder at the same address, as after a deployment. */
  show(folder: string): void;
  close(): Promise<void>;
}

/** Serves the built site on the loopback interface, with the headers of `deploy/_headers`. */
export async function serveSite(options: SiteServerOptions): Promise<SiteServer> {
  const { folder, port = 0, basePath = '/', encodeGzip = false } = options;
  const rules = readHeadersFile(readFileSync(HEADERS_FILE, 'utf8'));
  const serverOf = (served: string) =>
    sirv(served, {
      etag: true,
      setHeaders(response: ServerResponse, pathname: string) {
        response.setHeaders(new Map(Object.entries(headersFor(pathname, rules))));
        if (encodeGzip && pathname.endsWith('.gz')) response.setHeader('Content-Encoding', 'gzip');
      },
    });
  let serve = serverOf(folder);
  const server = createServer((request, response) => {
    const notFound = () => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    };
    if (!request.url?.startsWith(basePath)) {
      notFound();
      return;
    }
    request.url = request.url.slice(basePath.length - 1);
    serve(request, response, notFound);
  });
  await listen(server, port);
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}${basePath}`,
    show(next) {
      serve = serverOf(next);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
