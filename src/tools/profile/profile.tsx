import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { ProfilePanel, ProfileToolbar } from './panel/ProfilePanel.tsx';
import { createProfileSession } from './session/profileSession.ts';

/** Creates the feature without starting to measure. */
export function createProfile(context: ToolContext): LoadedTool {
  const session = createProfileSession(context);
  return {
    Panel: () => <ProfilePanel session={session} />,
    Toolbar: () => <ProfileToolbar session={session} />,
    commands() {
      const { isInEditor } = session.store.getState();
      return [
        {
          id: 'profile:editor',
          title: isInEditor ? 'Hide GPU times in the editor' : 'Show GPU times in the editor',
          group: 'Tools',
          view: 'source',
          run: () => session.commands.showInEditor(!isInEditor),
        },
      ];
    },
  };
}
