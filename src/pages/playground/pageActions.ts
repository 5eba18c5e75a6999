import type { SavedVersion } from '#engine/storage/history/savedVersion.ts';
import type { Starter } from '#core/slang/starters/starters.ts';
import { runPrepared } from '#workspace/runs/beforeRun.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { SmallScreenView } from './layout/smallScreenView.ts';

/** What runs, compiles or replaces the project; a small screen then shows what came of it. */
export function pageActions(workspace: Workspace, setView: (view: SmallScreenView) => void) {
  return {
    run() {
      setView('results');
      runPrepared(() => void workspace.run());
    },
    compile() {
      setView('results');
      void workspace.compile();
    },
    openDemo(url: string) {
      setView('results');
      void workspace.openDemo(url);
    },
    openExample(text: string) {
      setView('results');
      void workspace.openSource({ text, uri: document.baseURI, demo: null });
    },
    openStarter({ text, files }: Starter) {
      setView('results');
      // Relative addresses in it are those of the site's own images.
      const uri = new URL('demos/user.slang', document.baseURI).href;
      void workspace.openSource({ text, files, uri, demo: null });
    },
    restore({ text, files, assets, uri, foreign, lineage }: SavedVersion) {
      setView('source');
      void workspace.openSource({ text, files, assets, uri, foreign, lineage, demo: null });
    },
  };
}
