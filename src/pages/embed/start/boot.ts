import { readFirstOptions } from '#core/project/embedCode/firstOptions.ts';
import { showPoster, showUnloaded, whenWanted } from '#pages/embed/page/poster.ts';
import { closeStorage } from './closeStorage.ts';

// The page's first script: it must stay small, so it imports nothing that the rest needs too.
closeStorage(window);
const root = document.documentElement;
const stage = document.querySelector<HTMLElement>('.stage');
const { autoplay, theme, poster } = readFirstOptions(new URL(location.href));
const contrast = matchMedia('(prefers-contrast: more)');
const showTheme = () => {
  root.dataset['theme'] = theme === 'system' && contrast.matches ? 'contrast' : theme;
};
showTheme();
contrast.onchange = showTheme;
if (stage) {
  stage.querySelector('.unloaded')?.remove();
  showPoster(stage, poster);
  void whenWanted(stage, autoplay).then(() => {
    // Makes the first part request the graphics device as soon as it loads.
    root.dataset['device'] = '';
    const parts = document.querySelector<HTMLMetaElement>('meta[name="embed-parts"]')?.content;
    const loading = (parts ?? '')
      .split(' ')
      .map((part) => import(/* @vite-ignore */ new URL(part, document.baseURI).href));
    Promise.all(loading).catch((thrown: unknown) => {
      console.error(thrown);
      showUnloaded(stage);
    });
  });
}
