import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasNginx, testNginxSample } from '../run/nginx.ts';
import { hasCommand } from '../run/systemPackages.ts';
import { addPolicy } from './policyMeta.ts';
import {
  EMBED_POLICY,
  EMBEDS_POLICY,
  HEADER_RULES,
  headersFileText,
  headersFor,
  metaPolicyText,
  PAGE_POLICY,
  policyText,
  readHeadersFile,
  SERVICE_WORKER_POLICY,
  WORKER_POLICY,
} from './siteHeaders.ts';

const deploy = path.resolve(import.meta.dirname, '../../deploy');

function sample(name: string): Promise<string> {
  return readFile(path.join(deploy, name), 'utf8');
}

/** Every header and value in the rules, without duplicates. */
function everyHeader(): [string, string][] {
  const pairs = HEADER_RULES.flatMap(({ headers }) => Object.entries(headers));
  return [...new Map(pairs.map((pair) => [pair.join(': '), pair]))].map(([, pair]) => pair);
}

test('only workers may evaluate text; the page may not, and allows nothing inline', () => {
  expect(PAGE_POLICY['default-src']).toEqual(["'none'"]);
  expect(policyText(PAGE_POLICY)).not.toMatch(/'unsafe-(eval|inline)'/);
  expect(WORKER_POLICY['script-src']).toContain("'unsafe-eval'");
  expect(WORKER_POLICY['connect-src']).toEqual(["'self'"]);
});

test('other sites may frame only the embed, which has an opaque origin', () => {
  expect(EMBED_POLICY['frame-ancestors']).toEqual(['*']);
  for (const right of ['allow-same-origin', 'allow-top-navigation', 'allow-downloads'])
    expect(EMBED_POLICY['sandbox']).not.toContain(right);
  expect(PAGE_POLICY['frame-ancestors']).toEqual(["'self'"]);
  expect(EMBEDS_POLICY['frame-ancestors']).toEqual(["'self'"]);
  expect(EMBEDS_POLICY['frame-src']).toEqual(["'self'"]);
});

test('deploy/_headers contains exactly the rules', async () => {
  const text = await sample('_headers');
  expect(readHeadersFile(text)).toEqual(HEADER_RULES);
  const withoutComments = text.replaceAll(/^#.*\n/gm, '').trimStart();
  expect(withoutComments).toBe(headersFileText(HEADER_RULES));
});

test.each(['nginx.conf', 'Caddyfile'])('deploy/%s sets exactly the policies', async (name) => {
  const text = await sample(name);
  for (const [header, value] of everyHeader()) {
    expect(text).toContain(`"${value}"`);
    expect(text).toContain(header);
  }
  const found = [...text.matchAll(/"(default-src[^"]*)"/g)].map(([, policy]) => policy);
  const policies = [PAGE_POLICY, EMBED_POLICY, EMBEDS_POLICY, WORKER_POLICY, SERVICE_WORKER_POLICY];
  expect(found.toSorted()).toEqual(policies.map(policyText).toSorted());
});

test('no path gets the same header twice, because hosts join or drop the second', () => {
  const paths = HEADER_RULES.map((rule) => rule.path.replace('*', 'file.js'));
  for (const address of paths) {
    const names = HEADER_RULES.filter(({ path: pattern }) =>
      pattern.endsWith('*') ? address.startsWith(pattern.slice(0, -1)) : address === pattern,
    ).flatMap(({ headers }) => Object.keys(headers));
    expect(new Set(names).size).toBe(names.length);
  }
});

test('a path gets the headers of all rules that match it', () => {
  expect(headersFor('/assets/workers/worker-a.js')).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': policyText(WORKER_POLICY),
  });
  expect(headersFor('/index.html')['Cache-Control']).toBe('no-cache');
  expect(headersFor('/sw.js')['Cache-Control']).toBe('no-cache');
  expect(headersFor('/icon.svg')).not.toHaveProperty('Content-Security-Policy');
  expect(headersFor('/slang-playground.js')['Access-Control-Allow-Origin']).toBe('*');
});

test('an invalid line in a _headers file is rejected and quoted', () => {
  expect(() => readHeadersFile('/*\n  Nothing here\n')).toThrow('Nothing here');
  expect(() => readHeadersFile('  X-Orphan: yes\n')).toThrow('X-Orphan');
});

test('the page contains its policy after its encoding, without the directives that only headers support', () => {
  const head = '<head>\n    <meta charset="utf-8" />\n    <title>A</title>';
  expect(addPolicy(head, PAGE_POLICY)).toBe(
    `<head>\n    <meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${metaPolicyText(PAGE_POLICY)}" />\n    <title>A</title>`,
  );
  expect(metaPolicyText(PAGE_POLICY)).not.toContain('frame-ancestors');
  expect(metaPolicyText(EMBED_POLICY)).not.toContain('sandbox');
  expect(() => addPolicy('<head></head>', PAGE_POLICY)).toThrow('charset');
});

test.skipIf(!hasNginx())('nginx accepts its sample', async () => {
  const { accepted, report } = await testNginxSample();
  expect(report).toContain('test is successful');
  expect(accepted).toBe(true);
});

test.skipIf(!hasCommand('caddy'))('Caddy accepts its sample', () => {
  const args = ['--adapter', 'caddyfile', '--config', path.join(deploy, 'Caddyfile')];
  const { status, stderr } = spawnSync('caddy', ['validate', ...args], { encoding: 'utf8' });
  expect(stderr).not.toContain('invalid');
  expect(status).toBe(0);
});
