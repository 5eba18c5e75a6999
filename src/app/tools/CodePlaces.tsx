import type { CodeTool } from './codeTool.ts';
import { ToolPart, useLoaded } from './ToolPart.tsx';

interface CodePlaceProps {
  readonly tool: CodeTool;
}

/** The Targets tab. */
export function TargetsPlace({ tool }: CodePlaceProps) {
  return (
    <ToolPart tool={tool} unused={<p role="status">Loading…</p>}>
      {({ TargetsTab, tools }) => <TargetsTab tool={tools.targets} />}
    </ToolPart>
  );
}

/** The Changes tab. */
export function ChangesPlace({ tool }: CodePlaceProps) {
  return (
    <ToolPart tool={tool} unused={<p role="status">Loading…</p>}>
      {({ ChangesTab, tools }) => <ChangesTab tool={tools.changes} />}
    </ToolPart>
  );
}

/** The number of changes, in the tab. It is not part of the tab's accessible name. */
export function ChangeCountPlace({ tool }: CodePlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.ChangeCount tool={loaded.tools.changes} />;
}

/** The buttons over the target code. */
export function TargetCodePlace({ tool }: CodePlaceProps) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.TargetCodeButtons tools={loaded.tools} />;
}
