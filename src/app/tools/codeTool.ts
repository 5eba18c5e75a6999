import { whenIdle } from '#app/browser/whenIdle.ts';
import { editorGate } from '#app/start/gates.ts';
import type { CodeToolContext } from './codeTools.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';
import type { CodeParts } from './loadCodeParts.ts';

/** What the tools of target code put into the page: linked lines, targets, changes, costs. */
export type CodeTool = LazyTool<CodeParts>;

/** Milliseconds that the tools wait for the page to become idle. */
const IDLE_TIMEOUT = 1000;

/** They load by themselves behind the editor. */
export function createCodeTool(context: CodeToolContext): CodeTool {
  const tool = createLazyTool({
    name: 'The views of target code',
    create: async () => (await import('./loadCodeParts.ts')).createCodeParts(context),
  });
  void editorGate.behind(async () => whenIdle(() => void tool.load(), IDLE_TIMEOUT));
  return tool;
}
