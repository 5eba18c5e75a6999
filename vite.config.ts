import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { adoptedStyles } from './scripts/build/adoptedStyles.ts';
import { attributeDescriptions } from './scripts/build/attributeDescriptions.ts';
import { chunks } from './scripts/build/chunks.ts';
import { demoFiles } from './scripts/build/demoFiles.ts';
import { directImports } from './scripts/build/directImports.ts';
import { elementScript } from './scripts/build/elementScript.ts';
import { embedParts } from './scripts/build/embedParts.ts';
import { exportTexts } from './scripts/build/exportTexts.ts';
import { prepareGeneratedFiles } from './scripts/build/generatedFiles.ts';
import { policyMeta } from './scripts/build/policyMeta.ts';
import { serviceWorker } from './scripts/build/serviceWorker.ts';
import { startupHints } from './scripts/build/startupHints.ts';

export default defineConfig(async () => {
  await prepareGeneratedFiles();
  return {
    // Relative addresses: the built site works from any path of any static host.
    base: './',
    plugins: [
      react(),
      adoptedStyles(),
      attributeDescriptions(),
      demoFiles(),
      startupHints(),
      embedParts(),
      exportTexts(),
      policyMeta(),
      directImports(),
      elementScript(),
      serviceWorker(),
    ],
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
      rolldownOptions: {
        input: ['index.html', 'embed.html', 'embeds.html'],
        output: { codeSplitting: { groups: chunks() } },
      },
    },
  };
});
