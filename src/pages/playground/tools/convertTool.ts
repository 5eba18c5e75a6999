import type { Converter } from '#tools/convert/converter.ts';
import { addCommands } from '#ui/commands.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';
import type { ProjectTool } from './projectTool.ts';

/** Converts GLSL and HLSL. It loads with the first source that looks like either, or with its command. */
export type ConvertTool = LazyTool<Converter>;

/** Longer sources are not looked at. */
const LONGEST = 100_000;

const FOREIGN = /\bmain(?:Image|Sound)\b|\bnumthreads\b|\bgl_(?:Frag|Position)/i;
const SLANG = /\[\s*shader\s*\(|^[ \t]*import\s+\w+\s*;/m;

export function createConvertTool(workspace: Workspace, projectTool: ProjectTool): ConvertTool {
  const tool = createLazyTool({
    name: 'The converter',
    create: async () =>
      (await import('#tools/convert/converter.ts')).createConverter(workspace, async (path, file) => {
        const project = await projectTool.load();
        return (await project?.session.assets.put(path, file)) ?? false;
      }),
  });
  addCommands(() => [
    {
      id: 'convert',
      title: 'Convert GLSL or HLSL to Slang',
      detail: 'Shadertoy image shaders and compute shaders',
      group: 'Editor',
      run: () => void tool.load().then((loaded) => loaded?.session.convert()),
    },
  ]);
  followSources(workspace, (text) => {
    if (looksForeign(text)) void tool.load().then((loaded) => loaded?.session.look());
  });
  return tool;
}

function looksForeign(text: string): boolean {
  return text.length <= LONGEST && FOREIGN.test(text) && !SLANG.test(text);
}

/** Calls `look` with each source that is opened, or pasted as a whole; typing costs nothing. */
function followSources({ store, sourceText }: Workspace, look: (text: string) => void): void {
  store.subscribe((state, before) => {
    if (state.opened !== before.opened) look(state.opened.text);
  });
  look(sourceText());
  window.addEventListener(
    'paste',
    ({ clipboardData }) => {
      const pasted = clipboardData?.getData('text/plain') ?? '';
      if (!looksForeign(pasted)) return;
      // The editor takes it first.
      setTimeout(() => {
        if (sourceText().trim() === pasted.replaceAll(/\r\n?/g, '\n').trim()) look(pasted);
      });
    },
    { capture: true },
  );
}
