import { ToolPanel } from './ToolPanel.tsx';
import type { TimeTools } from './timeTools.ts';

/** The Profile tab. */
export function ProfileTab({ tools }: { readonly tools: Pick<TimeTools, 'profile'> }) {
  return <ToolPanel tool={tools.profile} />;
}
