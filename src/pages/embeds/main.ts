import type { SlangPlayground } from '#pages/embed/element/slangPlayground.ts';
import { createConsole } from './liveConsole.ts';

// It imports nothing that the playground's first script holds too: the bundler would load all of that.
followContrast();

/** As other sites load it: the examples run what they will run. */
const script = new URL('slang-playground.js', document.baseURI).href;

for (const place of document.querySelectorAll('[data-site]')) {
  place.textContent = new URL('.', document.baseURI).href;
}

const { upgradeCodeBlocks } = (await import(/* @vite-ignore */ script)) as {
  upgradeCodeBlocks(selector: string, attributes: Record<string, string>): Element[];
};

const live = document.querySelector<SlangPlayground>('#live');
const log = document.getElementById('console');
const buttons = document.getElementById('console-buttons');
if (live && log && buttons) createConsole({ embed: live, log, buttons });

function followContrast(): void {
  const more = matchMedia('(prefers-contrast: more)');
  const show = () => {
    document.documentElement.dataset['theme'] = more.matches ? 'contrast' : 'system';
  };
  more.addEventListener('change', show);
  show();
}

document.getElementById('upgrade')?.addEventListener('click', ({ currentTarget }) => {
  const [embed] = upgradeCodeBlocks('#block', { source: 'on' });
  if (currentTarget instanceof HTMLElement) currentTarget.hidden = true;
  if (embed) embed.className = 'example';
});
