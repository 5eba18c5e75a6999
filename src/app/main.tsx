import '#ui/tokens.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createWorkspace } from '#workspace/workspace.ts';
import { App } from './App.tsx';
import { createBrowserLanguage } from './language.ts';
import { createBrowserServices } from './services.ts';
import { followTheme } from './theme.ts';

followTheme();

let onModule: (module: WebAssembly.Module) => void = () => {};
const compilerModule = new Promise<WebAssembly.Module>((resolve) => {
  onModule = resolve;
});
const workspace = createWorkspace(createBrowserServices((module) => onModule(module)));
const language = createBrowserLanguage(compilerModule, workspace);
void workspace.start();

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no element #app.');
createRoot(root).render(
  <StrictMode>
    <App workspace={workspace} language={language} />
  </StrictMode>,
);
