import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { prepareCompilerFilesHere } from './scripts/compilerFiles.ts';
import { demoFiles } from './scripts/demoFiles.ts';

export default defineConfig(async () => {
  await prepareCompilerFilesHere();
  return {
    // Relative addresses: the built site works from any path of any static host.
    base: './',
    plugins: [react(), demoFiles()],
    worker: { format: 'es' as const },
    build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  };
});
