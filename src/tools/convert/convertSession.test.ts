import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { convert } from '#core/source/convert/convert.ts';
import {
  CONVERT_LIMIT,
  type ConvertAway,
  createConvertAway,
} from '#engine/convert/convertClient.ts';
import { type ConvertWorkspace, createConvertSession } from './converter.tsx';

const SHADER = 'void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p); }';
afterEach(() => void vi.useRealTimers());

const MARK = '// Not converted: the image of “iChannel0”.';

const refused = (reason: string) => ({
  ...{ kind: 'refused', reason: expect.stringContaining(reason) },
});

const atOnce: ConvertAway = async ({ text, form }) => convert(text, form);

function start(text: string, takesEdits = true, convertAway = atOnce) {
  const store = createStore(() => ({ opened: { text, place: null, revision: 1 } }));
  const listeners = new Set<() => void>();
  let source = text;
  const run = vi.fn(async () => {});
  const reveal = vi.fn();
  const workspace = {
    ...{ store, run, reveal, sourceText: () => source },
    onTextChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    editFiles({ files }: Parameters<ConvertWorkspace['editFiles']>[0]) {
      if (!takesEdits) return;
      const [change] = files[0]?.changes ?? [];
      if (change) source = source.slice(0, change.from) + change.insert + source.slice(change.to);
      for (const listener of listeners) listener();
    },
  } as unknown as ConvertWorkspace;
  const putImage = vi.fn(async () => true);
  const session = createConvertSession(workspace, putImage, convertAway);
  return {
    ...{ session, putImage, run, reveal },
    open: (next: string) => store.setState({ opened: { text: next, place: null, revision: 2 } }),
    notice: () => session.store.getState().notice,
    source: () => source,
    edit(text: string) {
      source = text;
    },
  };
}

it('offers a conversion, applies it in one edit, runs it, and shows what is not converted', async () => {
  const { session, run, reveal, notice, source } = start(SHADER);
  session.look();
  expect(notice()).toEqual({ kind: 'offer', foreign: 'shadertoy' });
  const converting = session.convert();
  expect(notice()).toBeNull();
  await converting;
  expect(source()).toContain(MARK);
  expect(run).toHaveBeenCalledTimes(1);
  expect(reveal).toHaveBeenCalledWith({ line: 1, column: 1, length: 0 });
  expect(notice()).toMatchObject({ kind: 'converted', notConverted: [{ line: 6 }] });
  session.showFirst();
  expect(reveal).toHaveBeenCalledWith({ line: 6, column: 1, length: 0 });
  session.dismiss();
  expect(notice()).toBeNull();
});

it('adds a chosen image to the project, and names it in the source', async () => {
  const { session, putImage, run, notice, source } = start(SHADER);
  await session.convert();
  expect(notice()).toMatchObject({ images: ['iChannel0'] });
  const file = new File([], 'My photo.JPG');
  putImage.mockResolvedValueOnce(false);
  await session.chooseImage('iChannel0', file);
  expect(source()).toContain(MARK);
  await session.chooseImage('iChannel0', file);
  expect(putImage).toHaveBeenLastCalledWith('iChannel0.jpg', file);
  const declaration = '\n\n[playground::URL("iChannel0.jpg")]\nTexture2D<float4> iChannel0;';
  expect(source()).toContain(declaration);
  expect(source()).not.toContain(MARK);
  expect(notice()).toEqual({ kind: 'converted', notConverted: [], images: [], other: null });
  expect(run).toHaveBeenCalledTimes(2);
  await session.chooseImage('iChannel1', file);
  expect(notice()).toEqual(refused('no longer declares an image “iChannel1”'));
});

it('converts the original to the other form, unless the result was edited', async () => {
  const { session, notice, source, edit } = start(SHADER);
  await session.convert();
  expect(source()).toContain('[shader("compute")]');
  const other = { form: 'fragment', original: SHADER, converted: source() };
  expect(notice()).toMatchObject({ kind: 'converted', other });
  await session.convertAgain();
  expect(source()).toContain('[shader("fragment")]');
  expect(notice()).toMatchObject({ kind: 'converted', other: { form: 'kernel' } });
  edit(`${source()}// Mine.`);
  await session.convertAgain();
  expect(source()).toContain('// Mine.');
  expect(notice()).toEqual(refused('The converted source was edited.'));
});

it('offers no other form of a whole fragment shader', async () => {
  const { session, notice } = start('void main() { gl_FragColor = gl_FragCoord; }');
  session.look();
  expect(notice()).toEqual({ kind: 'offer', foreign: 'glsl-fragment' });
  await session.convert();
  expect(notice()).toMatchObject({ kind: 'converted', other: null });
});

it('says why other kinds of GLSL are not converted, and ignores Slang', async () => {
  const other = start('void main() { gl_Position = vec4(1.0); }');
  other.session.look();
  expect(other.notice()).toMatchObject(refused('vertex'));
  const slang = start('import playground;');
  slang.session.look();
  expect(slang.notice()).toBeNull();
  await slang.session.convert();
  expect(slang.notice()).toMatchObject({ kind: 'refused' });
  expect(slang.run).not.toHaveBeenCalled();
});

it('clears its message once another source is open', () => {
  const { session, open, notice } = start(SHADER);
  session.look();
  open('other');
  expect(notice()).toBeNull();
});

it('reports that the editor rejected the text', async () => {
  vi.useFakeTimers();
  const { session, run, notice } = start(SHADER, false);
  const converting = session.convert();
  await vi.advanceTimersByTimeAsync(2000);
  await converting;
  expect(notice()).toMatchObject(refused('editor'));
  expect(run).not.toHaveBeenCalled();
});

it('shows that a long conversion is running, and offers it again after Cancel', async () => {
  vi.useFakeTimers();
  const close = vi.fn();
  const away = createConvertAway(() => ({ post() {}, close }));
  const { session, notice, source } = start(SHADER, true, away);
  const converting = session.convert();
  expect(notice()).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(notice()).toEqual({ kind: 'converting' });
  session.cancel();
  await converting;
  vi.advanceTimersByTime(1000);
  expect(notice()).toEqual({ kind: 'offer', foreign: 'shadertoy' });
  expect(source()).toBe(SHADER);
  expect(close).toHaveBeenCalledTimes(1);
});

it('ends a conversion with the reason if it takes too long or its worker cannot start', async () => {
  vi.useFakeTimers();
  const silent = createConvertAway(() => ({ post() {}, close() {} }));
  const slow = start(SHADER, true, silent);
  const converting = slow.session.convert();
  vi.advanceTimersByTime(CONVERT_LIMIT);
  await converting;
  expect(slow.notice()).toEqual(refused('more than 20 seconds and was stopped'));
  vi.useRealTimers();
  const away = createConvertAway(() => {
    throw new Error('Workers are blocked.');
  });
  const blocked = start(SHADER, true, away);
  await blocked.session.convert();
  const reason = 'The converter could not start. Workers are blocked.';
  expect(blocked.notice()).toEqual({ kind: 'refused', reason });
});
