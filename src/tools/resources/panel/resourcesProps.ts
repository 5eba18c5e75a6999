import type { StoreApi } from 'zustand';
import type {
  ResourceEntry,
  ResourcesCommands,
  ResourcesState,
  ResourcesViews,
} from '#tools/resources/state.ts';

/** What every part of the Resources tab gets. */
export interface ResourcesProps {
  readonly store: StoreApi<ResourcesState>;
  readonly commands: ResourcesCommands;
  readonly session: ResourcesViews;
}

/** What the parts about one resource get. */
export interface ResourceProps extends ResourcesProps {
  readonly entry: ResourceEntry;
}
