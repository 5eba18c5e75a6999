import type { StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { withTarget } from '#core/project/links/urlParameters.ts';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import { choose } from '#engine/storage/choices.ts';
import type { EntryPointLookup } from './compile/entryPoints.ts';
import type { WorkspaceServices } from './services.ts';
import type { WorkspaceState } from './state.ts';
import { openTab } from './tabs.ts';
import type { Choices } from './workspace.ts';

export function createChoices(
  store: StoreApi<WorkspaceState>,
  { address }: Pick<WorkspaceServices, 'address'>,
  lookup: EntryPointLookup,
  setTarget: (target: CompileTarget) => void,
): Choices {
  return {
    selectTarget(target) {
      setTarget(target);
      void lookup.refresh();
      address.replace(withTarget(address.current(), target));
    },
    selectProfile: (profile) => store.setState({ profile }),
    selectEntryPoint: (entryPoint) => store.setState({ entryPoint }),
    refreshEntryPoints: () => void lookup.refresh(),
    selectTab: (tab) => openTab(store, { kind: 'selected', tab }),
    arrange(arrangement) {
      choose('arrangement', arrangement);
      store.setState({ arrangement, openTool: null });
    },
    openTool: (openTool) => store.setState({ openTool }),
    closeTool(tool) {
      if (store.getState().openTool === tool) store.setState({ openTool: null });
    },
    reveal(place, path) {
      const { revealed, files } = store.getState();
      const file = files.find((each) => `/${each.path}` === path);
      const revision = (revealed?.revision ?? 0) + 1;
      store.setState({
        activeFile: file?.id ?? MAIN_FILE_ID,
        revealed: { ...place, revision },
      });
    },
  };
}
