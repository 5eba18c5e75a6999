import type { StoreApi } from 'zustand/vanilla';
import type { Asset } from '#core/project/project.ts';
import type { AssetUse } from '#engine/storage/assets/assetUses.ts';

/** What is going on in the list of images and data, beside what the workspace knows. */
export interface AssetsState {
  /** Whether the list is in sight. */
  readonly isShown: boolean;
  /** The file that is being read; null if none is. */
  readonly reading: Reading | null;
  /** What the list says until it is closed. */
  readonly notice: AssetsNotice | null;
  readonly question: AssetsQuestion | null;
}

export interface Reading {
  readonly name: string;
  /** Files that were read before it, and all of them. */
  readonly done: number;
  readonly total: number;
}

interface AssetsNotice {
  /** Sentences. */
  readonly texts: readonly string[];
  /** What undo puts back; empty if there is nothing to undo. */
  readonly undo: readonly RemovedAsset[];
}

export interface RemovedAsset {
  readonly asset: Asset;
  /** In the list. */
  readonly index: number;
}

export type AssetsQuestion =
  | { readonly kind: 'delete'; readonly asset: Asset; readonly uses: readonly AssetUse[] }
  /** Files have the names of others in the project. */
  | { readonly kind: 'same names'; readonly paths: readonly string[] };

export const INITIAL_ASSETS_STATE: AssetsState = {
  isShown: false,
  reading: null,
  notice: null,
  question: null,
};

/** Shows sentences in place of the ones before; none close the notice. */
export function tell(
  store: StoreApi<AssetsState>,
  texts: readonly string[],
  undo: readonly RemovedAsset[] = [],
): void {
  store.setState({ notice: texts.length > 0 ? { texts, undo } : null });
}
