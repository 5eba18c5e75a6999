import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { LIMITS } from '#core/project/limits.ts';
import { MAIN_FILE_ID } from '#core/project/project.ts';
import { createProjectFiles } from '#workspace/createWorkspace.ts';
import { createSource } from '#workspace/sources/source.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { createFileCommands } from './fileCommands.ts';
import { INITIAL_PROJECT_STATE, type ProjectState } from './state.ts';

function createProject(...paths: readonly string[]) {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  const source = createSource(store);
  const edited = vi.fn();
  const workspace = { store, ...createProjectFiles(store, source, edited) };
  const files = paths.map((path) => ({ path, text: `// ${path}` }));
  store.setState(source.open({ text: 'main', uri: '', demo: null, files }, 1));
  const session = createStore<ProjectState>(() => INITIAL_PROJECT_STATE);
  return {
    commands: createFileCommands(workspace, session),
    session,
    workspace,
    edited,
    idOf: (path: string) => store.getState().files.find((file) => file.path === path)?.id ?? -1,
    paths: () => store.getState().files.map(({ path }) => path),
    shown() {
      const { files, activeFile } = store.getState();
      return files.find(({ id }) => id === activeFile)?.path ?? 'user.slang';
    },
  };
}

it('a new file is added last and shown for naming, and removed if it is not given a name', () => {
  const project = createProject('a.slang', 'b.slang');
  const { commands, workspace, session, paths, shown, idOf, edited } = project;
  workspace.showFile(idOf('a.slang'));
  commands.create();
  expect(paths()).toEqual(['a.slang', 'b.slang', 'file.slang']);
  expect(shown()).toBe('file.slang');
  expect(session.getState().naming).toEqual({ id: idOf('file.slang'), addedAt: idOf('a.slang') });
  expect(edited).toHaveBeenCalled();
  commands.cancelNaming();
  expect([paths(), shown()]).toEqual([['a.slang', 'b.slang'], 'a.slang']);
  expect(session.getState()).toEqual(INITIAL_PROJECT_STATE);
});

it('a new file has exactly one ending, whatever the user types', () => {
  for (const typed of ['noise.slang', 'noise.slang.slang', ' noise ']) {
    const { commands, paths, idOf } = createProject();
    commands.create();
    commands.rename(idOf('file.slang'), typed);
    expect(paths()).toEqual(['noise.slang']);
  }
});

it('a new file offers to add its import to the main file, after the last import', () => {
  const { commands, workspace, session, idOf } = createProject('a.slang');
  commands.create();
  commands.rename(idOf('file.slang'), 'lib/my-noise');
  const notice = { kind: 'added', path: 'lib/my-noise.slang', statement: 'import lib.my_noise;' };
  expect(session.getState().notice).toEqual(notice);
  commands.insertImport();
  const changes = [{ from: 0, to: 0, insert: 'import lib.my_noise;\n\n' }];
  expect(workspace.store.getState().edits).toEqual({
    ...{ files: [{ id: MAIN_FILE_ID, changes }], label: 'Import lib/my-noise.slang' },
  });
  expect(session.getState().notice).toBe(null);
});

it('a new file is rejected beyond the limit', () => {
  const many = Array.from({ length: LIMITS.files - 1 }, (_, index) => `f${index}.slang`);
  const { commands, paths, session } = createProject(...many);
  commands.create();
  expect(paths()).toEqual(many);
  const reason = 'A project has at most 200 files. Delete one before you add another.';
  expect(session.getState().notice).toEqual({ kind: 'refused', reason });
});

it('a renamed file keeps its id and its edited text, even if its name differs only in case', () => {
  const { commands, workspace, paths, idOf } = createProject('a.slang', 'b.slang');
  const id = idOf('a.slang');
  workspace.fileEdited(id, () => 'edited');
  expect(commands.rename(id, 'lib/waves')).toEqual({ ok: true, value: 'lib/waves.slang' });
  expect(paths()).toEqual(['lib/waves.slang', 'b.slang']);
  commands.rename(id, 'lib/Waves.slang');
  expect(workspace.project().files[0]).toEqual({ id, path: 'lib/Waves.slang', text: 'edited' });
});

it('a renamed file updates the imports in all files in one step, and says so', () => {
  const { commands, workspace, session, idOf } = createProject('a.slang', 'b.slang');
  workspace.fileEdited(idOf('b.slang'), () => '#include "a.slang"\nimport a;');
  workspace.store.subscribe(({ edits, files }) => {
    if (edits) expect(files[0]?.path).toBe('waves.slang');
  });
  commands.rename(idOf('a.slang'), 'waves');
  const changes = [
    { from: 9, to: 18, insert: '"waves.slang"' },
    { from: 26, to: 27, insert: 'waves' },
  ];
  expect(workspace.store.getState().edits).toEqual({
    files: [{ id: idOf('b.slang'), changes }],
    label: 'Rename a.slang to waves.slang',
    rename: { id: idOf('waves.slang'), from: 'a.slang', to: 'waves.slang' },
  });
  const notice = { kind: 'renamed', path: 'a.slang', imports: 2 };
  expect(session.getState().notice).toMatchObject(notice);
});

it('a renamed file gets its former name back, in its imports too', () => {
  const { commands, workspace, session, paths, idOf } = createProject('a.slang', 'b.slang');
  workspace.fileEdited(idOf('b.slang'), () => 'import a;');
  commands.rename(idOf('a.slang'), 'waves');
  workspace.fileEdited(idOf('b.slang'), () => 'import waves;');
  commands.undoRename();
  expect(paths()).toEqual(['a.slang', 'b.slang']);
  expect(workspace.store.getState().edits?.files).toEqual([
    { id: idOf('b.slang'), changes: [{ from: 7, to: 12, insert: 'a' }] },
  ]);
  expect(session.getState().notice).toBe(null);
});

it('a renamed file stays in naming mode while its name is rejected, which may be that of an image', () => {
  const project = createProject('a.slang', 'b.slang');
  const { commands, workspace, paths, idOf, session, edited } = project;
  workspace.setAssets([{ path: 'cat.h', type: 'image/png', size: 1, hash: '' }]);
  edited.mockClear();
  commands.startNaming(idOf('a.slang'));
  expect(commands.rename(idOf('a.slang'), 'b').ok).toBe(false);
  expect(commands.rename(idOf('a.slang'), 'cat.h').ok).toBe(false);
  expect(paths()).toEqual(['a.slang', 'b.slang']);
  expect(session.getState().naming).not.toBe(null);
  expect(edited).not.toHaveBeenCalled();
});

it('a renamed file cannot be the main file', () => {
  const { commands, session, paths } = createProject('a.slang');
  commands.startNaming(MAIN_FILE_ID);
  commands.rename(MAIN_FILE_ID, 'other');
  commands.remove(MAIN_FILE_ID);
  commands.move(MAIN_FILE_ID, 1);
  expect(session.getState()).toEqual(INITIAL_PROJECT_STATE);
  expect(paths()).toEqual(['a.slang']);
});

it('a deleted file can be restored to its place with its edits', () => {
  const project = createProject('a.slang', 'b.slang', 'c.slang');
  const { commands, workspace, session, paths, idOf, shown } = project;
  workspace.showFile(idOf('b.slang'));
  workspace.fileEdited(idOf('b.slang'), () => 'edited');
  commands.remove(idOf('b.slang'));
  expect(paths()).toEqual(['a.slang', 'c.slang']);
  expect(shown()).toBe('a.slang');
  expect(session.getState().notice).toMatchObject({ kind: 'deleted', file: { path: 'b.slang' } });
  commands.undoRemove();
  expect(paths()).toEqual(['a.slang', 'b.slang', 'c.slang']);
  expect(shown()).toBe('b.slang');
  expect(workspace.project().files[1]?.text).toBe('edited');
  expect(session.getState().notice).toBe(null);
});

it('a deleted file is restored under another name if its own is taken', () => {
  const { commands, workspace, paths, idOf, shown } = createProject('a.slang', 'b.slang');
  workspace.showFile(idOf('b.slang'));
  commands.remove(idOf('a.slang'));
  expect(shown()).toBe('b.slang');
  commands.rename(idOf('b.slang'), 'a');
  commands.undoRemove();
  expect(paths()).toEqual(['a2.slang', 'a.slang']);
});

it('duplicates the current text of any file', () => {
  const { commands, workspace, paths, idOf } = createProject('a.slang', 'b.slang');
  workspace.fileEdited(idOf('a.slang'), () => 'edited');
  commands.duplicate(idOf('a.slang'));
  commands.duplicate(MAIN_FILE_ID);
  expect(paths()).toEqual(['user2.slang', 'a.slang', 'a2.slang', 'b.slang']);
  const texts = workspace.project().files.map(({ text }) => text);
  expect(texts).toEqual(['main', 'edited', 'edited', '// b.slang']);
});

it('moves files, but not past the ends', () => {
  const { commands, paths, idOf } = createProject('a.slang', 'b.slang', 'c.slang');
  const moved = (path: string, to: number) => {
    commands.move(idOf(`${path}.slang`), to);
    return paths()
      .map(([name]) => name)
      .join('');
  };
  expect([moved('c', 0), moved('c', 9), moved('a', -1)]).toEqual(['cab', 'abc', 'abc']);
});
