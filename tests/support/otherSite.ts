import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherFile {
  readonly status?: number;
  readonly type?: string;
  readonly body: string | Uint8Array;
  /** Lets other sites read it; yes unless it is said otherwise. */
  readonly cors?: boolean;
  /** Redirects to there, with a status such as 302. */
  readonly location?: string;
  /** Does not announce its length. */
  readonly chunked?: boolean;
}

export interface OtherSite {
  /** With a slash at its end. */
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly requested: string[];
  close(): Promise<void>;
}

/** A server of another origin than the playground's, with these files by path. */
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
