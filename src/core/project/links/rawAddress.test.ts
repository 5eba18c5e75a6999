import { expect, it } from 'vitest';
import { rawAddress } from './rawAddress.ts';

const RAW = 'https://raw.githubusercontent.com';
const GIST = 'https://gist.githubusercontent.com';
const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

it.each([
  ['https://github.com/anna/waves/blob/main/sea.slang', `${RAW}/anna/waves/main/sea.slang`],
  [
    'https://github.com/anna/waves/blob/main/a/b.slang?raw=1#L3',
    `${RAW}/anna/waves/main/a/b.slang`,
  ],
  ['http://www.github.com/anna/waves/raw/v1.2/sea.slang', `${RAW}/anna/waves/v1.2/sea.slang`],
  [
    'https://github.com/anna/waves/blob/refs/heads/my/branch/sea.slang',
    `${RAW}/anna/waves/refs/heads/my/branch/sea.slang`,
  ],
  [
    'https://github.com/anna/waves/blob/main/two%20words.slang',
    `${RAW}/anna/waves/main/two%20words.slang`,
  ],
  [`https://gist.github.com/anna/${ID}`, `${GIST}/anna/${ID}/raw`],
  [`https://gist.github.com/anna/${ID}/#file-sea-slang`, `${GIST}/anna/${ID}/raw`],
  [`https://gist.github.com/anna/${ID}/${COMMIT}`, `${GIST}/anna/${ID}/raw/${COMMIT}`],
  [
    `https://gist.github.com/anna/${ID}/raw/${COMMIT}/sea.slang`,
    `${GIST}/anna/${ID}/raw/${COMMIT}/sea.slang`,
  ],
])('resolves %s to %s', (page, raw) => {
  expect(rawAddress(page)).toBe(raw);
});

it.each([
  'https://raw.githubusercontent.com/anna/waves/main/sea.slang',
  `https://gist.githubusercontent.com/anna/${ID}/raw/sea.slang`,
  'https://github.com/anna/waves',
  'https://github.com/anna/waves/tree/main/shaders',
  'https://github.com/anna/waves/blob/main',
  'https://github.com/anna/waves/issues/3/blob/x',
  'https://gist.github.com/anna',
  'https://gist.github.com/anna/starred',
  `https://gist.github.com/anna/${ID}/revisions`,
  'https://github.com.example.test/anna/waves/blob/main/sea.slang',
  'https://example.test/github.com/anna/waves/blob/main/sea.slang',
  'https://example.test:8080/sea.slang?x=1#y',
])('leaves %s unchanged', (address) => {
  expect(rawAddress(address)).toBe(address);
});
