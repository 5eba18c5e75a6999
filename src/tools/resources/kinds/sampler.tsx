import { fail } from '#core/util/result.ts';
import styles from '#tools/resources/panel/ResourcesPanel.module.css';
import { boundEntries } from './boundEntries.ts';
import type { ResourceKind } from './kind.ts';

export const sampler: ResourceKind = {
  entries: (frame, types) =>
    boundEntries(frame, types, 'sampler', ({ common }) => ({
      ...common,
      ...{ kind: 'sampler', size: [], bytes: 0 },
    })),
  readPage: async () => null,
  readWhole(_, { resources }, name) {
    if (resources.get(name)?.kind !== 'sampler') return null;
    return Promise.resolve(fail(`${name} is a sampler, which holds no data.`));
  },
  reductions: () => null,
  View: () => (
    <p className={styles['hint']}>
      A sampler has no content. It interpolates linearly between texels and repeats the texture.
    </p>
  ),
  sizeText: () => '',
  // The playground creates no other samplers.
  contentText: () => 'linear filter, repeats',
  downloads: () => [],
  accepts: null,
  hasThumbnail: false,
};
