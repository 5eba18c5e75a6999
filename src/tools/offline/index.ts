import { choose, chosen } from '#engine/storage/settings.ts';
import { defineTool, type LoadedTool } from '#ui/tools/tool.ts';

interface SiteStore extends LoadedTool {
  readonly site: typeof import('./storeSite.ts');
}

/** Stores the whole site for offline use. Otherwise, only the used parts are stored. */
export const offline = defineTool({
  id: 'offline',
  name: 'Storing the playground',
  load: async (): Promise<SiteStore> => ({ site: await import('./storeSite.ts') }),
  commands: ({ use }) => [
    {
      id: 'offline',
      title: isStored() ? 'Keep only used tools offline' : 'Make available offline',
      menus: { More: 'Make available offline' },
      detail:
        'Stores all tools and demos in this browser; the compiler and the tools that you have used are stored in any case',
      group: 'Page',
      isOn: isStored,
      isToggle: true,
      whyNot: () =>
        import.meta.env.PROD ? null : 'The development server’s files are not stored.',
      run() {
        const isWanted = !isStored();
        choose('offline', isWanted ? 'all' : 'used');
        use(({ site }) => (isWanted ? site.storeAll() : site.forgetUnused()));
      },
    },
  ],
  // A new version of the site has different files.
  whenQuiet({ use }) {
    if (isStored()) use(({ site }) => site.storeAll({ silently: true }));
  },
});

const isStored = () => chosen('offline') === 'all';
