import { whenIdle } from '#pages/playground/browser/whenIdle.ts';
import { editorGate } from '#pages/playground/start/gates.ts';
import type { Changes } from '#tools/code/changes/changes.ts';
import type { CodeAnalysisContext } from '#tools/code/analysis/codeAnalysis.ts';
import type { LinkedLines } from '#tools/code/linkedLines/linkedLines.ts';
import type { Targets } from '#tools/code/targets/targets.ts';
import type { Message } from '#workspace/messages.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';
import { loadOnce } from './loadOnce.ts';
import { showOutlineCosts } from './outlineCosts.ts';

/** The tools that work with target code. Each is a chunk of its own. */
export interface CodeTools {
  readonly linkedLines: LazyTool<LinkedLines>;
  readonly targets: LazyTool<Targets>;
  readonly changes: LazyTool<Changes>;
}

/** Milliseconds that the tools wait for the page to become idle. */
const IDLE_TIMEOUT = 1000;

export function createCodeTools(context: CodeAnalysisContext): CodeTools {
  /** What all share; made with the first of them. */
  let made: ReturnType<typeof makeShared> | null = null;
  const shared = () => {
    made ??= makeShared(context).catch((thrown: unknown) => {
      made = null;
      throw thrown;
    });
    return made;
  };
  const linkedLines = createLazyTool({
    name: 'Linked lines',
    create: async () => {
      const { createLinkedLines } = await import('#tools/code/linkedLines/linkedLines.ts');
      return createLinkedLines(await shared());
    },
  });
  const changes = createLazyTool({
    name: 'Changes',
    create: async () => {
      const { createChanges } = await import('#tools/code/changes/changes.ts');
      return createChanges({
        ...(await shared()),
        whenIdle: (callback) => whenIdle(callback, IDLE_TIMEOUT),
      });
    },
  });
  const wgslProblems = createLazyTool({
    name: 'The places of WebGPU’s errors',
    create: async () => {
      const { createWgslProblems } = await import('#tools/code/wgslProblems/wgslProblems.ts');
      return createWgslProblems(await shared());
    },
  });
  const isAboutRun = ({ about }: Message) => about === 'run';
  loadOnce(context.workspace.store, ({ messages }) => messages.some(isAboutRun), wgslProblems);
  // They follow what happens, and do nothing until they are used.
  const load = () => {
    void linkedLines.load();
    void changes.load();
  };
  showOutlineCosts(shared);
  void editorGate.behind(async () => whenIdle(load, IDLE_TIMEOUT));
  return {
    ...{ linkedLines, changes },
    targets: createLazyTool({
      name: 'Targets',
      create: async () => {
        const { createTargets } = await import('#tools/code/targets/targets.ts');
        return createTargets(await shared());
      },
    }),
  };
}

async function makeShared(context: CodeAnalysisContext) {
  const [{ createCodeAnalysis }, { createCostHistory }] = await Promise.all([
    import('#tools/code/analysis/codeAnalysis.ts'),
    import('#tools/code/costs/costHistory.ts'),
  ]);
  const shared = createCodeAnalysis(context);
  const costs = createCostHistory(context.workspace, shared.analysis);
  return { ...context, ...shared, costs };
}
