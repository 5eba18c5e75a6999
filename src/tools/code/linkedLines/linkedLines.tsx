import { useStore } from 'zustand';
import { codeTools } from '#tools/code/codeTools.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import styles from './LinkNote.module.css';
import { linkCommands } from './session/linkCommands.ts';
import { createLinkSession } from './session/linkSession.ts';
import type { LinkSession } from './state.ts';

/** Starts linked lines of a page. */
export function createLinkedLines(context: ToolContext): LoadedTool {
  const session = createLinkSession(codeTools(context));
  return {
    parts: { 'target code': () => <LinkNote session={session} /> },
    commands: () => linkCommands(context.workspace, session),
  };
}

/** Says over the target code that its lines could not be linked. */
function LinkNote({ session: { store } }: { readonly session: LinkSession }) {
  const lookup = useStore(store, (state) => state.lookup);
  if (lookup.kind !== 'failed') return null;
  return (
    <span className={styles['note']} role="status" title={lookup.reason}>
      Lines not linked
    </span>
  );
}
