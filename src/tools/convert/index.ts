import { defineTool } from '#ui/tools/tool.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** In characters. Longer sources are ignored. */
const LONGEST = 100_000;

const FOREIGN =
  /\bmain(?:Image|Sound)\b|\bnumthreads\b|\bgl_(?:Frag|Position)|\bvoid\s+main\s*\(\s*(?:void\s*)?\)/i;
const SLANG = /\[\s*shader\s*\(|^[ \t]*import\s+\w+\s*;/m;

/**
 * Converts GLSL and HLSL to Slang. Loads with the first source that looks like either, or with its
 * command.
 */
export const convert = defineTool({
  id: 'convert',
  name: 'The converter',
  load: async (context) => (await import('./converter.tsx')).createConverter(context),
  commands: ({ use }) => [
    {
      id: 'convert',
      title: 'Convert GLSL or HLSL to Slang',
      detail: 'Shadertoy shaders, fragment shaders and compute shaders',
      group: 'Editor',
      run: () => use(({ session }) => session.convert()),
    },
  ],
  start: ({ context, use }) =>
    followSources(context.workspace, (text) => {
      if (looksForeign(text)) use(({ session }) => session.look());
    }),
});

function looksForeign(text: string): boolean {
  return text.length <= LONGEST && FOREIGN.test(text) && !SLANG.test(text);
}

/**
 * Calls `look` with each source that is opened or pasted as a whole, but not while the user types.
 */
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
      // The editor handles the paste first.
      setTimeout(() => {
        if (sourceText().trim() === pasted.replaceAll(/\r\n?/g, '\n').trim()) look(pasted);
      });
    },
    { capture: true },
  );
}
