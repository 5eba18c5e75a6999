import type { AssetStore } from '#engine/storage/assets/store.ts';
import type { UnpackCarried } from '#tools/files/openCarried.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { DiskAccess } from './diskAccess.ts';
import type { KeptPlaces } from './keptPlaces.ts';
import type { DiskPlace } from './place.ts';

/** Where the projects that this page opened are on disk. */
export interface Places {
  /** Where the open project came from; null if not from the disk. */
  placeNow(): DiskPlace | null;
  remember(uri: string, place: DiskPlace): void;
}

export type DiskWorkspace = Pick<
  Workspace,
  'store' | 'project' | 'sourceUri' | 'openSource' | 'selectTarget' | 'onTextChange'
>;

export interface DiskContext {
  readonly workspace: DiskWorkspace;
  readonly disk: DiskAccess;
  readonly contents: AssetStore;
  readonly kept: KeptPlaces;
  /** The address of the page. */
  readonly base: string;
  readonly unpackCarried: UnpackCarried;
}
