import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { adoptedStyles } from './scripts/adoptedStyles.ts';
import { demoFiles } from './scripts/demoFiles.ts';
import { prepareGeneratedFiles } from './scripts/generatedFiles.ts';
import { policyMeta } from './scripts/policyMeta.ts';
import { serviceWorker } from './scripts/serviceWorker.ts';
import { startChunks } from './scripts/startChunks.ts';
import { startupHints } from './scripts/startupHints.ts';

export default defineConfig(async () => {
  await prepareGeneratedFiles();
  return {
    // Relative addresses: the built site works from any path of any static host.
    base: './',
    plugins: [react(), adoptedStyles(), demoFiles(), startupHints(), policyMeta(), serviceWorker()],
    worker: {
      format: 'es' as const,
      // A folder of their own: hosts give workers another Content-Security-Policy than the page.
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/workers/[name]-[hash].js',
          chunkFileNames: 'assets/workers/[name]-[hash].js',
        },
      },
    },
    build: {
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: startChunks() } } },
    },
  };
});
