import { ChangeCount, ChangesTab, TargetCodeButtons, TargetsTab } from './CodeParts.tsx';
import { type CodeToolContext, type CodeTools, createCodeTools } from './codeTools.ts';

/** What the tools of target code put into the page. The tools themselves load one by one. */
export interface CodeParts {
  readonly tools: CodeTools;
  readonly TargetsTab: typeof TargetsTab;
  readonly ChangesTab: typeof ChangesTab;
  readonly ChangeCount: typeof ChangeCount;
  readonly TargetCodeButtons: typeof TargetCodeButtons;
}

export function createCodeParts(context: CodeToolContext): CodeParts {
  return {
    ...{ ChangeCount, ChangesTab, TargetCodeButtons, TargetsTab },
    tools: createCodeTools(context),
  };
}
