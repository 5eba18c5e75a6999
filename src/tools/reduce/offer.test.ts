import { expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { unanswered } from '#engine/compiler/client/compilerClient.ts';
import { exceptionAnswer } from '#engine/compiler/core/session.ts';
import { type Message, messagesAbout } from '#workspace/messages.ts';
import { offersReduction } from './index.tsx';

const source = { sourceCode: 'int a;', shaderPath: USER_SHADER_PATH };
const request = { ...source, target: 'WGSL', files: [] } as const;

const isOffered = (
  { message, log }: { readonly message: string; readonly log: string },
  about: Message['about'] = 'compiler output',
) => offersReduction({ messages: messagesAbout(about, message, log) });

const refused = 'Failed to create pipeline for entry point draw: ';

it('offers a reduction for messages about compiler faults', async () => {
  const timeOut = { kind: 'time-out', isAskedFor: true, milliseconds: 1, elapsed: 1 } as const;
  const crash = { kind: 'crashed', message: 'unreachable' } as const;
  expect(isOffered(await unanswered(timeOut, request))).toBe(true);
  expect(isOffered(await unanswered({ kind: 'cancelled' }, request))).toBe(true);
  expect(isOffered(await unanswered(crash, request))).toBe(true);
  expect(isOffered(exceptionAnswer('', source, ''))).toBe(true);
  const wgsl = `${refused}the browser rejects the generated WGSL.\nWGSL(1:7): unresolved`;
  expect(isOffered({ message: wgsl, log: '' }, 'run')).toBe(true);
});

it('offers no reduction for ordinary errors or without a compiler', async () => {
  const ordinary = { message: 'USER error', log: 'user.slang(1): error 30015: undefined' };
  expect(isOffered(ordinary)).toBe(false);
  const missing = { kind: 'unavailable', message: 'It was not found.' } as const;
  expect(isOffered(await unanswered(missing, request))).toBe(false);
  expect(isOffered({ message: `${refused}too many bindings`, log: '' }, 'run')).toBe(false);
});
