import type { CodeTools } from './codeTools.ts';
import { ToolPanel } from './ToolPanel.tsx';
import { useLoaded } from './ToolPart.tsx';

/** The Targets tab. */
export function TargetsTab({ tools }: { readonly tools: Pick<CodeTools, 'targets'> }) {
  return <ToolPanel tool={tools.targets} />;
}

/** The Changes tab. */
export function ChangesTab({ tools }: { readonly tools: Pick<CodeTools, 'changes'> }) {
  return <ToolPanel tool={tools.changes} />;
}

/** The number of changes, in the tab. */
export function ChangeCount({ tool }: { readonly tool: CodeTools['changes'] }) {
  const loaded = useLoaded(tool);
  return loaded && <loaded.Count session={loaded.session} />;
}

/** The buttons over the target code. */
export function TargetCodeButtons({ tools }: { readonly tools: CodeTools }) {
  const linkedLines = useLoaded(tools.linkedLines);
  const changes = useLoaded(tools.changes);
  return (
    <>
      {linkedLines && <linkedLines.Buttons session={linkedLines.session} />}
      {changes && <changes.CompareButton session={changes.sides} />}
    </>
  );
}
