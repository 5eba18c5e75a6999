import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppProps } from '#app/App.tsx';
import { keepSite } from '#app/browser/keepSite.ts';
import { createBrowserLanguage } from './language.ts';
import type { PageStart } from './pageStart.ts';

export interface MountOptions extends Omit<AppProps, 'language' | 'updates'> {
  /** The compiler's compiled binary, which the language server shares. */
  readonly compilerModule: Promise<WebAssembly.Module>;
  readonly start: PageStart;
}

/** Shows the interface. It is made in small steps, between which frames are drawn. */
export function mount({ compilerModule, start, ...options }: MountOptions): void {
  const { workspace } = options;
  const props = {
    ...options,
    language: createBrowserLanguage(compilerModule, workspace, start),
    updates: keepSite(workspace, start),
  };
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no element #app.');
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App {...props} />
      </StrictMode>,
    );
  });
}
