import { ok } from '#core/util/result.ts';
import type { WorkspaceServices } from '#workspace/services.ts';

/** An embed keeps no texts: they belong to the page around it. */
export const nothingKept: Pick<WorkspaceServices, 'drafts' | 'versions'> = {
  drafts: {
    restore: () => null,
    save() {},
    findLeft: async () => [],
    isSafe: () => true,
    onRefused: () => () => {},
    onCopied: () => () => {},
    onLeaving: () => () => {},
  },
  versions: { note: async () => ok(undefined) },
};
