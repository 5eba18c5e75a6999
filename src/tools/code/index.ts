import { createElement } from 'react';
import { createDisposer } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { targetCodeCommands } from '#tools/code/targetCode/targetCodeCommands.ts';
import { addSymbolNotes } from '#ui/editor/symbolNotes.ts';
import { loadOnce } from '#ui/tools/loadOnce.ts';
import { defineTool, type Tool, type ToolContext, type ToolHandle } from '#ui/tools/tool.ts';

const load = (tool: Pick<ToolHandle<unknown>, 'load'>) => void tool.load();

const targetCode = defineTool({
  id: 'target-code',
  name: 'The target code',
  async load({ workspace }) {
    const { TargetCodePanel } = await import('./targetCode/TargetCodePanel.tsx');
    return { Panel: () => createElement(TargetCodePanel, { workspace }) };
  },
  commands: targetCodeCommands,
  start: load,
});

const reflection = defineTool({
  id: 'reflection',
  name: 'Reflection',
  async load({ workspace }) {
    const { ReflectionPanel } = await import('./reflection/ReflectionPanel.tsx');
    return { Panel: () => createElement(ReflectionPanel, { workspace }) };
  },
});

/** Highlights related lines of the source and the target code in both editors. */
const linkedLines = defineTool({
  id: 'linked-lines',
  name: 'Linked lines',
  load: async (context) =>
    (await import('./linkedLines/linkedLines.tsx')).createLinkedLines(context),
  whenQuiet: load,
});

/** Compiles every entry point to every target. */
const targets = defineTool({
  id: 'targets',
  name: 'Targets',
  tab: { title: 'Targets' },
  load: async (context) => (await import('./targets/targets.tsx')).createTargets(context),
});

/** Shows what an edit changed in the target code, and two outputs side by side. */
const changes = defineTool({
  id: 'changes',
  name: 'Changes',
  tab: { title: 'Changes' },
  load: async (context) => (await import('./changes/changes.tsx')).createChanges(context),
  whenQuiet: load,
});

/** Shows in the source where the browser rejects the generated WGSL. */
const wgslProblems = defineTool({
  id: 'wgsl-problems',
  name: 'The places of WebGPU’s errors',
  async load(context) {
    const [{ createWgslProblems }, { codeTools }] = await Promise.all([
      import('./wgslProblems/wgslProblems.ts'),
      import('./codeTools.ts'),
    ]);
    createWgslProblems(codeTools(context));
    return {};
  },
  start: (tool) => loadOnce(tool, ({ messages }) => messages.some(({ about }) => about === 'run')),
});

/** Shows instruction counts by kind beside the outline's functions. */
const outlineCosts = defineTool({
  id: 'outline-costs',
  name: 'Costs',
  load: async () => ({}),
  start: ({ context }) => showOutlineCosts(context),
});

export const code: readonly Tool[] = [
  targetCode,
  reflection,
  targets,
  changes,
  linkedLines,
  wgslProblems,
  outlineCosts,
];

/** Shows costs in each outline that opens. The code loads with the first one. */
function showOutlineCosts(context: ToolContext): void {
  addSymbolNotes((list) => {
    const open = createDisposer();
    const fill = async () => {
      const [{ fillOutline }, { codeTools }] = await Promise.all([
        import('#tools/code/costs/outline/fillOutline.tsx'),
        import('#tools/code/codeTools.ts'),
      ]);
      if (!open.disposed) open.add(fillOutline(list, codeTools(context)));
    };
    fill().catch((thrown: unknown) => {
      list.foot.textContent = `Costs could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
    });
    return open.dispose;
  });
}
