import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { LIMITS } from '#core/project/limits.ts';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { INITIAL_PROJECT_STATE, type ProjectState } from '#tools/files/session/state.ts';
import { createProjectFiles } from '#workspace/createWorkspace.ts';
import { createSource } from '#workspace/sources/source.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { createFileCommands } from './fileCommands.ts';

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

describe('a new file', () => {
  it('is added last, shown, and ready to be named', () => {
    const { commands, workspace, session, paths, shown, idOf, edited } = createProject(
      'a.slang',
      'b.slang',
    );
    workspace.showFile(idOf('a.slang'));
    commands.create();
    expect(paths()).toEqual(['a.slang', 'b.slang', 'file.slang']);
    expect(shown()).toBe('file.slang');
    expect(session.getState().naming).toEqual({ id: idOf('file.slang'), addedAt: idOf('a.slang') });
    expect(edited).toHaveBeenCalled();
  });

  it('is removed if it is not given a name', () => {
    const { commands, paths, shown, session } = createProject('a.slang');
    commands.create();
    commands.cancelNaming();
    expect(paths()).toEqual(['a.slang']);
    expect(shown()).toBe('user.slang');
    expect(session.getState()).toEqual(INITIAL_PROJECT_STATE);
  });

  it.each(['noise.slang', 'noise.slang.slang', ' noise '])(
    'is named noise.slang for the input %j',
    (typed) => {
      const { commands, paths, idOf } = createProject();
      commands.create();
      commands.rename(idOf('file.slang'), typed);
      expect(paths()).toEqual(['noise.slang']);
    },
  );

  it('offers to add its import to the main file, after the last import', () => {
    const { commands, workspace, session, idOf } = createProject('a.slang');
    commands.create();
    commands.rename(idOf('file.slang'), 'lib/my-noise');
    const notice = { kind: 'added', path: 'lib/my-noise.slang', statement: 'import lib.my_noise;' };
    expect(session.getState().notice).toEqual(notice);
    commands.insertImport();
    expect(workspace.store.getState().edits).toEqual({
      files: [
        { id: MAIN_FILE_ID, changes: [{ from: 0, to: 0, insert: 'import lib.my_noise;\n\n' }] },
      ],
      label: 'Import lib/my-noise.slang',
    });
    expect(session.getState().notice).toBe(null);
  });

  it('is rejected beyond the limit', () => {
    const many = Array.from({ length: LIMITS.files - 1 }, (_, index) => `f${index}.slang`);
    const { commands, paths, session } = createProject(...many);
    commands.create();
    expect(paths()).toEqual(many);
    expect(session.getState().notice).toEqual({
      kind: 'refused',
      reason: 'A project has at most 200 files. Delete one before you add another.',
    });
  });
});

describe('a renamed file', () => {
  it('keeps its id and its edited text', () => {
    const { commands, workspace, paths, idOf } = createProject('a.slang', 'b.slang');
    const id = idOf('a.slang');
    workspace.fileEdited(id, () => 'edited');
    expect(commands.rename(id, 'lib/waves')).toEqual({ ok: true, value: 'lib/waves.slang' });
    expect(paths()).toEqual(['lib/waves.slang', 'b.slang']);
    expect(workspace.project().files[0]).toEqual({ id, path: 'lib/waves.slang', text: 'edited' });
  });

  it('updates the imports in all files in one step, and says so', () => {
    const { commands, workspace, session, idOf } = createProject('a.slang', 'b.slang');
    workspace.fileEdited(idOf('b.slang'), () => '#include "a.slang"\nimport a;');
    workspace.store.subscribe(({ edits, files }) => {
      if (edits) expect(files[0]?.path).toBe('waves.slang');
    });
    commands.rename(idOf('a.slang'), 'waves');
    expect(workspace.store.getState().edits).toEqual({
      files: [
        {
          id: idOf('b.slang'),
          changes: [
            { from: 9, to: 18, insert: '"waves.slang"' },
            { from: 26, to: 27, insert: 'waves' },
          ],
        },
      ],
      label: 'Rename a.slang to waves.slang',
      rename: { id: idOf('waves.slang'), from: 'a.slang', to: 'waves.slang' },
    });
    expect(session.getState().notice).toMatchObject({
      ...{ kind: 'renamed', path: 'a.slang', imports: 2 },
    });
  });

  it('gets its former name back, in its imports too', () => {
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

  it('can differ from its former name only in case', () => {
    const { commands, paths, idOf } = createProject('a.slang');
    commands.rename(idOf('a.slang'), 'A.slang');
    expect(paths()).toEqual(['A.slang']);
  });

  it('stays in naming mode while its name is rejected', () => {
    const { commands, paths, idOf, session, edited } = createProject('a.slang', 'b.slang');
    commands.startNaming(idOf('a.slang'));
    expect(commands.rename(idOf('a.slang'), 'b').ok).toBe(false);
    expect(paths()).toEqual(['a.slang', 'b.slang']);
    expect(session.getState().naming).not.toBe(null);
    expect(edited).not.toHaveBeenCalled();
  });

  it('cannot take the name of an image', () => {
    const { commands, workspace, idOf } = createProject('a.slang');
    workspace.setAssets([{ path: 'cat.h', type: 'image/png', size: 1, hash: '' }]);
    expect(commands.rename(idOf('a.slang'), 'cat.h').ok).toBe(false);
  });

  it('cannot be the main file', () => {
    const { commands, session, paths } = createProject('a.slang');
    commands.startNaming(MAIN_FILE_ID);
    commands.rename(MAIN_FILE_ID, 'other');
    commands.remove(MAIN_FILE_ID);
    commands.move(MAIN_FILE_ID, 1);
    expect(session.getState()).toEqual(INITIAL_PROJECT_STATE);
    expect(paths()).toEqual(['a.slang']);
  });
});

describe('a deleted file', () => {
  it('can be restored to its place with its edits', () => {
    const { commands, workspace, session, paths, idOf, shown } = createProject(
      'a.slang',
      'b.slang',
      'c.slang',
    );
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

  it('is replaced in the editor by another file', () => {
    const { commands, workspace, idOf, shown } = createProject('a.slang', 'b.slang');
    workspace.showFile(idOf('b.slang'));
    commands.remove(idOf('a.slang'));
    expect(shown()).toBe('b.slang');
  });

  it('is restored under another name if its own is taken', () => {
    const { commands, paths, idOf } = createProject('a.slang', 'b.slang');
    commands.remove(idOf('a.slang'));
    commands.rename(idOf('b.slang'), 'a');
    commands.undoRemove();
    expect(paths()).toEqual(['a2.slang', 'a.slang']);
  });
});

it('duplicates the current text of any file', () => {
  const { commands, workspace, paths, idOf } = createProject('a.slang', 'b.slang');
  workspace.fileEdited(idOf('a.slang'), () => 'edited');
  commands.duplicate(idOf('a.slang'));
  commands.duplicate(MAIN_FILE_ID);
  expect(paths()).toEqual(['user2.slang', 'a.slang', 'a2.slang', 'b.slang']);
  expect(workspace.project().files.map(({ text }) => text)).toEqual([
    'main',
    'edited',
    'edited',
    '// b.slang',
  ]);
});

it('moves files, but not past the ends', () => {
  const { commands, paths, idOf } = createProject('a.slang', 'b.slang', 'c.slang');
  commands.move(idOf('c.slang'), 0);
  expect(paths()).toEqual(['c.slang', 'a.slang', 'b.slang']);
  commands.move(idOf('c.slang'), 9);
  expect(paths()).toEqual(['a.slang', 'b.slang', 'c.slang']);
  commands.move(idOf('a.slang'), -1);
  expect(paths()).toEqual(['a.slang', 'b.slang', 'c.slang']);
});
