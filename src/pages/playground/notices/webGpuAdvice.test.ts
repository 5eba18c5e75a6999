import { expect, it } from 'vitest';
import { webGpuAdvice } from './webGpuAdvice.ts';

const SECURE = { isSecureContext: true, hasWebGpu: false, hadDevice: false };

it.each([
  ['(iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Safari/604.1', 'Safari 16.4 or later'],
  ['(X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'about:config'],
  ['(Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15', 'Develop › Feature Flags'],
  ['(Linux; Android 10) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36', 'Chrome 121'],
  ['(Windows NT 10.0) AppleWebKit/537.36 Chrome/109.0.0.0 Safari/537.36', 'since version 113'],
  ['Lynx/2.8', 'Chrome, Edge, Safari and Firefox'],
])('gives advice for the browser %s', (product, words) => {
  const userAgent = `Mozilla/5.0 ${product}`;
  expect(webGpuAdvice({ ...SECURE, userAgent })).toContain(words);
});

const LINUX_CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

it('advises Chrome without an adapter on flags and settings', () => {
  expect(webGpuAdvice({ ...SECURE, hasWebGpu: true, userAgent: LINUX_CHROME })).toBe(
    'On Linux, turn on chrome://flags/#enable-unsafe-webgpu and restart the browser. Check that graphics ' +
      'acceleration is on in the browser’s settings under System. For details, see chrome://gpu.',
  );
});

it('advises any browser to reload after a lost device', () => {
  const facts = { ...SECURE, hasWebGpu: true, hadDevice: true };
  expect(webGpuAdvice({ ...facts, userAgent: LINUX_CHROME })).toBe(
    'After several device losses, browsers give a page no graphics adapter. Reload the page to get one.',
  );
});

it('advises any browser to use https on an insecure page', () => {
  expect(webGpuAdvice({ ...SECURE, userAgent: LINUX_CHROME, isSecureContext: false })).toContain(
    'https',
  );
});
