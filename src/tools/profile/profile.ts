import { addCommands } from '#ui/commands.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { ProfilePanel } from './panel/ProfilePanel.tsx';
import type { ProfileContext } from './session/context.ts';
import { createProfileSession, type ProfileSession } from './session/profileSession.ts';

/** All that a page needs of the profile. */
export interface Profile {
  readonly session: ProfileSession;
  readonly Panel: typeof ProfilePanel;
  dispose: Dispose;
}

/** Starts the profile of a page, which measures nothing yet. */
export function createProfile(context: ProfileContext): Profile {
  const session = createProfileSession(context);
  const removeCommands = addCommands(() => {
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
  });
  return {
    session,
    Panel: ProfilePanel,
    dispose() {
      removeCommands();
      session.dispose();
    },
  };
}
