import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { MAIN_FILE_ID } from '#core/project/project.ts';
import type { SourceOpening } from '#workspace/services.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { createSource } from './source.ts';

const NOISE = { path: 'noise.slang', text: 'float noise();' };
const CAT = { path: 'cat.png', type: 'image/png', size: 3, hash: 'abc' };

/** A source in a store, whose `open` does the same as opening a text. */
function sourceInStore() {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  const source = createSource(store);
  let revision = 0;
  const open = (text: string, rest: Partial<SourceOpening> = {}) => {
    revision += 1;
    const { files, assets } = source.open({ text, uri: '', demo: null, ...rest }, revision);
    store.setState({ files, assets, activeFile: MAIN_FILE_ID });
  };
  return { store, source, open };
}

describe('a project', () => {
  it('is identified by its text alone, and otherwise also by its other files and images', () => {
    const { store, source, open } = sourceInStore();
    open('void main() {}\r\n');
    expect(source.identity()).toBe('void main() {}\n');
    open('import noise;', { files: [NOISE], assets: [CAT] });
    const [file] = store.getState().files;
    const first = source.identity();
    source.fileEdited(file?.id ?? 0, () => 'float noise(float2 at);');
    expect(source.files()).toMatchObject([{ ...NOISE, text: 'float noise(float2 at);' }]);
    const second = source.identity();
    store.setState({ assets: [{ ...CAT, hash: 'def' }] });
    expect(new Set([first, second, source.identity()]).size).toBe(3);
    expect(source.isAsOpened()).toBe(false);
    source.fileEdited(file?.id ?? 0, () => NOISE.text);
    store.setState({ assets: [CAT] });
    expect(source.isAsOpened()).toBe(true);
  });

  it('is restored with all its files when undo goes back before an opening', () => {
    const { store, source, open } = sourceInStore();
    open('import noise;', { files: [NOISE], assets: [CAT], uri: 'https://example.test/a' });
    source.fileEdited(store.getState().files[0]?.id ?? 0, () => 'edited');
    store.setState({ givenName: 'My noise' });
    open('// a demo', { files: [{ path: 'other.slang', text: 'other' }] });
    source.fileEdited(store.getState().files[0]?.id ?? 0, () => 'other, edited');

    source.edited(() => 'import noise;', 1);
    const files = [{ path: 'noise.slang', text: 'edited' }];
    expect(source.project()).toMatchObject({ text: 'import noise;', files, assets: [CAT] });
    expect(source.uri()).toBe('https://example.test/a');
    expect(store.getState().givenName).toBe('My noise');

    source.edited(() => '// a demo', 2);
    expect(source.files()).toMatchObject([{ path: 'other.slang', text: 'other, edited' }]);
    expect(store.getState().assets).toEqual([]);
  });
});
