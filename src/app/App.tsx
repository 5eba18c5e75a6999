import { useState } from 'react';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './App.module.css';
import { Layout } from './Layout.tsx';
import { LoadingStrip } from './LoadingStrip.tsx';
import { Navbar } from './Navbar.tsx';
import { useShortcuts } from './useShortcuts.ts';
import { useSmallScreen } from './useSmallScreen.ts';

export function App({ workspace }: { readonly workspace: Workspace }) {
  const smallScreen = useSmallScreen();
  const [view, setView] = useState<'source' | 'results'>('source');
  const run = () => {
    setView('results');
    void workspace.run();
  };
  const openExample = (text: string) => {
    setView('results');
    void workspace.openSource({ text, uri: document.baseURI, demo: null });
  };
  useShortcuts({ run, compile: () => void workspace.compile() });

  return (
    <div className={styles['app']}>
      <Navbar
        workspace={workspace}
        onRun={run}
        smallScreenView={smallScreen ? view : null}
        onToggleView={() => setView(view === 'source' ? 'results' : 'source')}
        onOpenExample={openExample}
      />
      <LoadingStrip workspace={workspace} />
      <main className={styles['main']}>
        <Layout workspace={workspace} smallScreenView={smallScreen ? view : null} />
      </main>
    </div>
  );
}
