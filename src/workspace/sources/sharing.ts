import type { StoreApi } from 'zustand/vanilla';
import { buildShareLink } from '#program/links/shareLink.ts';
import type { Result } from '#shared/result.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { tell } from '#workspace/tell.ts';
import type { Source } from './source.ts';

/** What became of a link that was to be shared. */
export type ShareOutcome =
  | { readonly kind: 'copied' }
  /** The system's share sheet has it. */
  | { readonly kind: 'shared' }
  | { readonly kind: 'cancelled' }
  /** `link` is there to be copied by hand; null if none can carry the text, as diagnostics say. */
  | { readonly kind: 'failed'; readonly link: string | null };

export interface Sharing {
  /** Gives the user a link to the text and target of the moment. Call it as a press is handled. */
  share(): Promise<ShareOutcome>;
  /** Whether there is text that is neither as it was opened nor in a link. */
  hasUnsavedText(): boolean;
}

export function createSharing(
  store: StoreApi<WorkspaceState>,
  source: Pick<Source, 'text' | 'identity' | 'isAsOpened'>,
  services: Pick<WorkspaceServices, 'address' | 'deliverLink'>,
): Sharing {
  let shared: string | null = null;
  return {
    async share() {
      const text = source.text();
      const identity = source.identity();
      const building = buildShareLink(services.address.current(), store.getState().target, text);
      const delivering = services.deliverLink(building.then(valueOrThrow));
      const [link, delivery] = await Promise.all([building, delivering]);
      if (!link.ok) {
        tell(store, 'address', link.error);
        return { kind: 'failed', link: null };
      }
      if (delivery === 'failed') return { kind: 'failed', link: link.value };
      if (delivery !== 'cancelled') shared = identity;
      return { kind: delivery };
    },
    hasUnsavedText() {
      const identity = source.identity();
      return identity.trim() !== '' && identity !== shared && !source.isAsOpened();
    },
  };
}

function valueOrThrow(result: Result<string>): string {
  if (result.ok) return result.value;
  throw new Error(result.error);
}
