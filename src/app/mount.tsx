import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { LanguageService } from '#editor/languageService.ts';
import type { HistoryLibrary } from '#history/library.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { App } from './App.tsx';
import { keepSite } from './keepSite.ts';

/** Shows the interface. */
export function mount(
  workspace: Workspace,
  language: LanguageService,
  history: HistoryLibrary,
): void {
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no element #app.');
  createRoot(root).render(
    <StrictMode>
      <App
        workspace={workspace}
        language={language}
        history={history}
        updates={keepSite(workspace)}
      />
    </StrictMode>,
  );
}
