import '#ui/tokens.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createWorkspace } from '#workspace/workspace.ts';
import { App } from './App.tsx';
import { browserServices } from './services.ts';
import { followTheme } from './theme.ts';

followTheme();

const workspace = createWorkspace(browserServices);
void workspace.start();

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no element #app.');
createRoot(root).render(
  <StrictMode>
    <App workspace={workspace} />
  </StrictMode>,
);
