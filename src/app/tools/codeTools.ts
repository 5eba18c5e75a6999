import { whenIdle } from '#app/browser/whenIdle.ts';
import { editorGate } from '#app/start/gates.ts';
import type { Changes } from '#changes/changes.ts';
import type { CodeAnalysisContext } from '#codeAnalysis/codeAnalysis.ts';
import type { LinkedLines } from '#linkedLines/linkedLines.ts';
import type { Targets } from '#targets/targets.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** The tools that work with target code. Each is a chunk of its own. */
export interface CodeTools {
  readonly linkedLines: LazyTool<LinkedLines>;
  readonly targets: LazyTool<Targets>;
  readonly changes: LazyTool<Changes>;
}

/** Milliseconds that the tools wait for the page to become idle. */
const IDLE_TIMEOUT = 1000;

export type CodeToolContext = CodeAnalysisContext;

export function createCodeTools(context: CodeToolContext): CodeTools {
  /** Shared by all; made with the first of them. */
  let made: ReturnType<typeof makeAnalysis> | null = null;
  const analysis = () => {
    made ??= makeAnalysis(context);
    return made;
  };
  const linkedLines = createLazyTool({
    name: 'Linked lines',
    create: async () => {
      const { createLinkedLines } = await import('#linkedLines/linkedLines.ts');
      return createLinkedLines({ ...context, ...(await analysis()) });
    },
  });
  const changes = createLazyTool({
    name: 'Changes',
    create: async () => {
      const { createChanges } = await import('#changes/changes.ts');
      return createChanges({ ...context, ...(await analysis()) });
    },
  });
  // They follow what happens, and do nothing until they are used.
  const load = () => {
    void linkedLines.load();
    void changes.load();
  };
  void editorGate.behind(async () => whenIdle(load, IDLE_TIMEOUT));
  return {
    ...{ linkedLines, changes },
    targets: createLazyTool({
      name: 'Targets',
      create: async () => {
        const { createTargets } = await import('#targets/targets.ts');
        return createTargets({ ...context, ...(await analysis()) });
      },
    }),
  };
}

async function makeAnalysis(context: CodeToolContext) {
  return (await import('#codeAnalysis/codeAnalysis.ts')).createCodeAnalysis(context);
}
