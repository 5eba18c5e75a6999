import type { SlangPlayground } from '#pages/embed/element/slangPlayground.ts';

interface Console {
  readonly embed: SlangPlayground;
  readonly log: HTMLElement;
  /** Contains buttons whose `data-do` names a deed. */
  readonly buttons: HTMLElement;
}

type Deed = (embed: SlangPlayground) => Promise<string> | string;

const MOST_LINES = 100;

const EVENTS = ['ready', 'error', 'source', 'diagnostics'];

function createConsole({ embed, log, buttons }: Console): void {
  const write = (text: string, isError = false) => {
    const line = document.createElement('p');
    line.textContent = text;
    line.classList.toggle('error', isError);
    log.append(line);
    if (log.childElementCount > MOST_LINES) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  };
  for (const name of EVENTS) {
    embed.addEventListener(name, (event) => {
      if (!(event instanceof CustomEvent)) return;
      write(`event ${name}: ${brief(event.detail)}`, name === 'error');
    });
  }
  // A scrollable area must be focusable.
  log.tabIndex = 0;
  const deeds = createDeeds(embed.source);
  buttons.addEventListener('click', async ({ target }) => {
    const deed = target instanceof HTMLElement && deeds.get(target.dataset['do'] ?? '');
    if (!deed) return;
    try {
      write(await deed(embed));
    } catch (thrown) {
      write(String(thrown), true);
    }
  });
}

function createDeeds(first: string): ReadonlyMap<string, Deed> {
  return new Map<string, Deed>([
    ['run', async (embed) => `run(): ${brief(await embed.run())}`],
    ['pause', async (embed) => `pause(): ${brief(await embed.pause())}`],
    ['resume', async (embed) => `resume(): ${brief(await embed.resume())}`],
    [
      'setUniform',
      async (embed) => {
        const value = Math.round(Math.random() * 100) / 100;
        return `setUniform("green", ${value}): ${brief(await embed.setUniform('green', value))}`;
      },
    ],
    [
      'readFrame',
      async (embed) => {
        const { width, height, frame, data } = await embed.readFrame();
        return `readFrame(): ${width} × ${height}, frame ${frame}, first pixel ${data.slice(0, 4).join(' ')}`;
      },
    ],
    ['compile', async (embed) => `compile("HLSL"): ${brief(await embed.compile('HLSL'))}`],
    ['break', (embed) => setSource(embed, `${first}\nthis is no Slang`)],
    ['mend', (embed) => setSource(embed, first)],
  ]);
}

function setSource(embed: SlangPlayground, source: string): string {
  embed.source = source;
  return `source = ${brief(source)}`;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'done';
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}

// Imports nothing that the playground's first script contains: the bundler would load all of that.
followContrast();

/** The script's address as other sites load it, so that the examples run the published script. */
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
