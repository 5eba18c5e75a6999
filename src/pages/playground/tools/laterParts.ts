import type { FunctionComponent } from 'react';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import { AnimateSlider } from './AnimationParts.tsx';
import { CaptureButton } from './CaptureParts.tsx';
import { ChangeCount, ChangesTab, TargetCodeButtons, TargetsTab } from './CodeParts.tsx';
import { CompareButton, CompareOverlay } from './CompareParts.tsx';
import { ConvertNotices } from './ConvertParts.tsx';
import { type CodeTools, createCodeTools } from './codeTools.ts';
import { type ConvertTool, createConvertTool } from './convertTool.ts';
import { offerPlayground } from './offerPlayground.ts';
import { ProfileTab } from './ProfileParts.tsx';
import type { ProjectTool } from './projectTool.ts';
import { ReducePart } from './ReduceParts.tsx';
import { createReduceTool, type ReduceTool, type ReduceToolContext } from './reduceTool.ts';
import { TimelineSlot } from './TimelineParts.tsx';
import { createTimeTools, type TimeToolContext, type TimeTools } from './timeTools.ts';

export type LaterTools = TimeTools &
  CodeTools & { readonly convert: ConvertTool; readonly reduce: ReduceTool };

export interface LaterContext extends TimeToolContext, Pick<ReduceToolContext, 'compilerModule'> {
  readonly projectTool: ProjectTool;
  /** Null as long as the page has no compiler. */
  compiler(): CompilerClient | null;
}

const PARTS = {
  ...{ AnimateSlider, CaptureButton, CompareButton, CompareOverlay, TimelineSlot },
  ...{ ChangeCount, ConvertNotices, ReducePart, TargetCodeButtons },
};

type Tab = FunctionComponent<{ readonly tools: LaterTools }>;

const TABS = { profile: ProfileTab, targets: TargetsTab, changes: ChangesTab } satisfies Readonly<
  Record<string, Tab>
>;

/** What the tools put into the page. The tools themselves load one by one. */
export type LaterParts = typeof PARTS & {
  readonly tools: LaterTools;
  readonly tabs: Readonly<Record<keyof typeof TABS, Tab>>;
};

export function createLaterParts(context: LaterContext): LaterParts {
  const { workspace, projectTool, compiler } = context;
  offerPlayground(context);
  const code = createCodeTools({
    workspace,
    compileForView: async (request, signal) =>
      (await compiler()?.inspect(request, signal, 'view')) ?? null,
  });
  const tools = {
    ...createTimeTools(context),
    ...code,
    convert: createConvertTool(workspace, projectTool),
    reduce: createReduceTool(context),
  };
  return { ...PARTS, tabs: TABS, tools };
}
