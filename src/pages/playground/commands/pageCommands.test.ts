import { describe, expect, it, vi } from 'vitest';
import { createDebuggerTool } from '#pages/playground/tools/debuggerTool.ts';
import { createProjectTool } from '#pages/playground/tools/projectTool.ts';
import { EDITOR_COMMANDS } from '#ui/editor/paletteCommands.ts';
import { SHORTCUT_GROUPS } from '#tools/help/shortcuts.ts';
import { GO_TO_LINKED, PAGE_SHORTCUTS } from '#ui/shortcuts.ts';
import { createWorkspace } from '#workspace/workspace.ts';
import { createFakeServices } from '../../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../../tests/support/programs.ts';
import type { CommandContext } from './context.ts';
import { pageCommands } from './pageCommands.ts';

function createContext() {
  const { services } = createFakeServices({ compile: () => playbackProgram({ draws: true }) });
  const workspace = createWorkspace(services);
  const actions = {
    run: vi.fn(),
    compile: vi.fn(),
    toggleLive: vi.fn(),
    saveVersion: vi.fn(),
    newFile: vi.fn(),
    toggleCommands: vi.fn(),
  };
  const debuggerTool = createDebuggerTool({
    workspace,
    observers: { add: () => () => {} } as never,
    compile: async () => null,
  });
  const context: CommandContext = {
    workspace,
    debuggerTool,
    projectTool: createProjectTool({
      workspace,
      openDropped: async () => {},
      openCarried: async () => {},
    }),
    actions,
    openDemo: vi.fn(),
    showView: vi.fn(),
  };
  const find = (title: string) => {
    const command = pageCommands(context).find((each) => each.title === title);
    if (!command) throw new Error(`There is no command “${title}”.`);
    return command;
  };
  return { context, workspace, actions, find };
}

describe('the commands of the page', () => {
  it('have unique ids and titles', () => {
    const { context, workspace } = createContext();
    workspace.setFiles([{ id: 1, path: 'noise.slang', text: '' }]);
    const commands = pageCommands(context);
    for (const name of ['id', 'title'] as const) {
      const names = commands.map((command) => command[name]);
      expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
    }
  });

  it('compile to a target, which they choose', () => {
    const { workspace, actions, find } = createContext();
    find('Compile to HLSL').run();
    expect(workspace.store.getState().target).toBe('HLSL');
    expect(actions.compile).toHaveBeenCalledOnce();
    expect(find('Compile to HLSL').keys).toEqual(['Mod+B']);
    expect(find('Compile to WGSL').keys).toBeUndefined();
  });

  it('choose an entry point, where the target compiles one', () => {
    const { workspace, actions, find } = createContext();
    workspace.store.setState({ entryPoints: [{ name: 'blur', stage: 'compute' }] });
    expect(find('Compile entry point blur').whyNot?.()).toBe(
      'WGSL compiles all entry points together. Compile to HLSL, GLSL, CUDA for one.',
    );
    workspace.store.setState({ target: 'GLSL' });
    expect(find('Compile entry point blur').whyNot?.()).toBeNull();
    find('Compile entry point blur').run();
    expect(workspace.store.getState().entryPoint).toBe('blur');
    expect(actions.compile).toHaveBeenCalledOnce();
  });

  it('say why they do nothing', () => {
    const { find } = createContext();
    const NOTHING_RUNS = 'Nothing runs. Press Run first.';
    expect(find('Pause').whyNot?.()).toBe(NOTHING_RUNS);
    expect(find('Show Resources').whyNot?.()).toBe(NOTHING_RUNS);
    expect(find('Debugger: inspect a pixel').whyNot?.()).toBe(NOTHING_RUNS);
    expect(find('Debugger: step over').whyNot?.()).toBe('Trace a thread first.');
    expect(find('Copy target code').whyNot?.()).toBe('Nothing is compiled yet.');
    expect(find('Show Diagnostics').whyNot?.()).toBe('There are no diagnostics.');
    expect(find('Full resolution').whyNot?.()).toBe('This is the resolution now.');
  });

  it('go to the files of a project', () => {
    const { context, workspace, find } = createContext();
    const goTo = () =>
      pageCommands(context).flatMap(({ title }) => (title.startsWith('Go to file') ? title : []));
    expect(goTo()).toEqual([]);
    workspace.setFiles([{ id: 4, path: 'lib/noise.slang', text: '' }]);
    expect(goTo()).toEqual(['Go to file: user.slang', 'Go to file: lib/noise.slang']);
    find('Go to file: lib/noise.slang').run();
    expect(workspace.store.getState().activeFile).toBe(4);
  });

  it('change the file in the editor, but not the main file', () => {
    const { workspace, find } = createContext();
    expect(find('Rename this file').whyNot?.()).toBe('The main file keeps its name.');
    expect(find('Delete this file').whyNot?.()).toBe('A project keeps its main file.');
    expect(find('Duplicate this file').whyNot?.()).toBeNull();
    workspace.setFiles([{ id: 4, path: 'noise.slang', text: '' }]);
    workspace.showFile(4);
    expect(find('Rename this file').whyNot?.()).toBeNull();
    expect(find('Delete this file').detail).toBe('noise.slang');
  });

  it('open demos', () => {
    const { context, find } = createContext();
    find('Open demo: ShaderToy: Circle').run();
    expect(context.openDemo).toHaveBeenCalledWith('circle');
  });
});

describe('shortcuts', () => {
  const all = [
    ...Object.values(PAGE_SHORTCUTS),
    GO_TO_LINKED,
    ...EDITOR_COMMANDS,
    ...pageCommands(createContext().context).filter(({ group }) => group === 'Tools'),
  ].flatMap(({ keys = [] }) => [...keys]);

  it('are unique', () => {
    expect(all.filter((keys, index) => all.indexOf(keys) !== index)).toEqual([]);
    expect(all).toContain('F1');
  });

  it('are listed in Help', () => {
    const listed = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts).flatMap(
      ({ keys }) => keys,
    );
    expect(all.filter((keys) => !listed.includes(keys))).toEqual([]);
  });
});
