import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { shortcutGroups } from '#tools/help/shortcuts.ts';
import { EDITOR_COMMANDS } from '#ui/editor/paletteCommands.ts';
import { GO_TO_LINKED } from '#ui/shortcuts.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices } from '../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../tests/support/programs.ts';
import { mountedTools } from '../../../tests/support/toolPage.ts';
import { pageCommands } from './CommandPalette.tsx';
import type { CommandContext } from './mainCommands.ts';

function createContext() {
  const { services } = createFakeServices({ compile: () => playbackProgram({ draws: true }) });
  const workspace = createWorkspace(services);
  const compile = vi.spyOn(workspace, 'compile');
  const openDemo = vi.spyOn(workspace, 'openDemo');
  const palette = createStore(() => false);
  const context: CommandContext = { workspace, showView: vi.fn(), palette };
  const tools = mountedTools(workspace);
  const all = () => [...pageCommands(context), ...tools.flatMap((tool) => tool.commands())];
  const find = (title: string) => {
    const command = all().find((each) => each.title === title);
    if (!command) throw new Error(`There is no command “${title}”.`);
    return command;
  };
  return { workspace, compile, openDemo, all, find };
}

describe('the commands of the page', () => {
  it('have unique ids and titles', () => {
    const { workspace, all } = createContext();
    workspace.setFiles([{ id: 1, path: 'noise.slang', text: '' }]);
    const commands = all();
    for (const name of ['id', 'title'] as const) {
      const names = commands.map((command) => command[name]);
      expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
    }
  });

  it('choose a target and compile to it', () => {
    const { workspace, compile, find } = createContext();
    find('Compile to HLSL').run();
    expect(workspace.store.getState().target).toBe('HLSL');
    expect(compile).toHaveBeenCalledOnce();
    expect(find('Compile to HLSL').keys).toEqual(['Mod+B']);
    expect(find('Compile to WGSL').keys).toBeUndefined();
  });

  it('choose an entry point if the target compiles only one', () => {
    const { workspace, compile, find } = createContext();
    workspace.store.setState({ entryPoints: [{ name: 'blur', stage: 'compute' }] });
    expect(find('Compile entry point blur').whyNot?.()).toBe(
      'WGSL compiles all entry points together. Compile to HLSL, GLSL, CUDA for one.',
    );
    workspace.store.setState({ target: 'GLSL' });
    expect(find('Compile entry point blur').whyNot?.()).toBeNull();
    find('Compile entry point blur').run();
    expect(workspace.store.getState().entryPoint).toBe('blur');
    expect(compile).toHaveBeenCalledOnce();
  });

  it('say why they are unavailable', () => {
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
    const { workspace, all, find } = createContext();
    const goTo = () => all().flatMap(({ title }) => (title.startsWith('Go to file') ? title : []));
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
    const { openDemo, find } = createContext();
    find('Open demo: ShaderToy: Circle').run();
    expect(openDemo).toHaveBeenCalledWith('circle');
  });
});

describe('shortcuts', () => {
  const commands = createContext().all();
  const all = [GO_TO_LINKED, ...EDITOR_COMMANDS, ...commands].flatMap(({ keys = [] }) => [...keys]);

  it('are unique', () => {
    expect(all.filter((keys, index) => all.indexOf(keys) !== index)).toEqual([]);
    expect(all).toContain('F1');
  });

  it('are listed in Help', () => {
    const listed = shortcutGroups(commands).flatMap(({ shortcuts }) =>
      shortcuts.flatMap(({ keys }) => keys),
    );
    expect(all.filter((keys) => !listed.includes(keys))).toEqual([]);
  });
});
