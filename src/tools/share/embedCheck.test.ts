import { expect, it } from 'vitest';
import { embeddingFault } from './EmbedTab.tsx';

const OPEN = { 'Access-Control-Allow-Origin': '*' };
const CSP = 'Content-Security-Policy';
const FRAME = 'X-Frame-Options';

it.each([
  ['a host whose only header is CORS', {}, OPEN, null],
  ['the site’s own headers', { [CSP]: "default-src 'none'; frame-ancestors *" }, OPEN, null],
  ['a policy and the older header', { [CSP]: 'frame-ancestors *', [FRAME]: 'DENY' }, OPEN, null],
  ['a host without CORS', {}, {}, 'sends no Access-Control-Allow-Origin'],
  ['CORS for one site', {}, { 'Access-Control-Allow-Origin': 'https://a.test' }, 'sends no Access'],
  ['X-Frame-Options', { [FRAME]: 'SAMEORIGIN' }, OPEN, 'sends X-Frame-Options'],
  ['its own policy', { [CSP]: "img-src *; frame-ancestors 'self'" }, OPEN, 'frame-ancestors'],
])('says whether other sites can embed a site with %s', (_, page, script, reason) => {
  const fault = embeddingFault({ page: new Headers(page), script: new Headers(script) });
  expect(fault).toEqual(reason && expect.stringContaining(reason));
});
