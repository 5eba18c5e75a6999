import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasCommand } from './systemPackages.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');

/** Where Debian's package installs the module that sends `.br` files. */
const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** Whether this machine has nginx and the module that the sample needs. */
export function hasNginx(): boolean {
  return hasCommand('nginx') && existsSync(BROTLI_MODULE);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Replaces a line of the sample. Throws if the line is missing. */
function replaceLine(sample: string, line: string, replacement: string): string {
  if (!sample.includes(`    ${line}\n`)) throw new Error(`deploy/nginx.conf has no “${line}”.`);
  return sample.replace(line, replacement);
}

/** A complete configuration that includes the sample; nginx writes only below `folder`. */
function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  // As root, nginx would read the site as another user, who may not have access.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `load_module ${BROTLI_MODULE};
${user}daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  ${temporary.join('\n  ')}
  include ${folder}/site.conf;
}
`;
}

export interface NginxSite {
  /** Ends with a slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Writes a configuration with the sample, for a folder and a port on the loopback interface. */
async function writeConfiguration(site: string, port: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  const sample = await readFile(SAMPLE, 'utf8');
  const listening = replaceLine(sample, 'listen 8080;', `listen 127.0.0.1:${port};`);
  const rooted = replaceLine(listening, 'root /srv/slang-playground;', `root ${site};`);
  await writeFile(path.join(folder, 'site.conf'), rooted);
  await writeFile(path.join(folder, 'nginx.conf'), mainConfiguration(folder));
  return folder;
}

function nginxArguments(folder: string): string[] {
  return ['-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`];
}

/** Runs `nginx -t` on the sample; returns its report and whether nginx accepts the sample. */
export async function testNginxSample(): Promise<{ accepted: boolean; report: string }> {
  const folder = await writeConfiguration(tmpdir(), 8080);
  const { status, stderr } = spawnSync('nginx', ['-t', ...nginxArguments(folder)], {
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  return { accepted: status === 0, report: stderr };
}

/** Serves a folder with nginx and the sample from `deploy/` until stopped. */
export async function startNginx(site: string): Promise<NginxSite> {
  const port = await freePort();
  const folder = await writeConfiguration(site, port);
  const server = spawn('nginx', nginxArguments(folder), { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}/`;
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  };
  while (!(await isListening(url))) {
    if (server.exitCode !== null) {
      throw new Error(`nginx ended: ${await readFile(`${folder}/error.log`, 'utf8')}`);
    }
  }
  return { url, stop };
}

function isListening(url: string): Promise<boolean> {
  return fetch(url, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
}
