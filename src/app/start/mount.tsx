import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppProps } from '#app/App.tsx';

/** Shows the interface. It is made in small steps, between which frames are drawn. */
export function mount(props: AppProps): void {
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
