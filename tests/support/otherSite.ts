import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherFile {
  readonly status?: number;
  readonly type?: string;
  readonly body: string | Uint8Array;
  /** Whether other sites may read the file; true by default. */
  readonly cors?: boolean;
  /** Redirects to this address, with a status such as 302. */
  readonly location?: string;
  readonly chunked?: boolean;
}

export interface OtherSite {
  /** Ends with a slash. */
  readonly url: string;
  readonly requested: string[];
  close(): Promise<void>;
}

/** A server with another origin than the playground's, and with these files by path. */
export async function serveOtherSite(
  files: Readonly<Record<string, OtherFile>>,
): Promise<OtherSite> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    const {
      status = 200,
      type = 'text/plain',
      body,
      cors = true,
      chunked = false,
      location,
    } = files[path.slice(1)] ?? { status: 404, body: 'Not found' };
    response.writeHead(status, {
      'content-type': type,
      ...(cors && { 'access-control-allow-origin': '*' }),
      ...(location && { location }),
      ...(!chunked && { 'content-length': Buffer.byteLength(body) }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requested,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
