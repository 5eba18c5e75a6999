import type { ComponentType } from 'react';
import type { StoreApi } from 'zustand';
import type { ParameterLayouts } from '#core/data/parameterLayouts.ts';
import type { Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { NamedReduction } from '#engine/gpu/read/statistics.ts';
import type { TextureView } from '#engine/gpu/read/textureImage.ts';
import type { Download } from '#tools/resources/panel/download/downloads.ts';
import type { GpuTools, PageRequest } from '#tools/resources/session/pages.ts';
import type {
  BufferPage,
  ResourceEntry,
  ResourcesCommands,
  ResourcesState,
  ResourcesViews,
} from '#tools/resources/state.ts';

export interface ResourcesProps {
  readonly store: StoreApi<ResourcesState>;
  readonly commands: ResourcesCommands;
  readonly session: ResourcesViews;
}

export interface ResourceProps extends ResourcesProps {
  readonly entry: ResourceEntry;
  readonly kind: ResourceKind;
}

export type ListedFrame = Pick<ObservedFrame, 'descriptor' | 'resources'>;

/** Everything that the inspector knows about one kind of resource. */
export interface ResourceKind {
  /** @param types null while unknown */
  entries(frame: ListedFrame, types: ParameterLayouts | null): ResourceEntry[];
  /** Rows for a table; null for kinds that are not shown as tables. */
  readPage(tools: GpuTools, request: PageRequest): Promise<Result<BufferPage> | null>;
  /** All bytes of a resource; null if the frame has no such resource of this kind. */
  readWhole(
    tools: GpuTools,
    frame: ObservedFrame,
    name: string,
  ): Promise<Result<Uint8Array>> | null;
  /**
   * The input of the resource's statistics; null if the frame has no such resource of this kind.
   */
  reductions(frame: ObservedFrame, entry: ResourceEntry): readonly NamedReduction[] | null;
  readonly View: ComponentType<ResourceProps>;
  /** For example, `1,024 elements` or `512 × 256, 4 layers`; empty for resources without a size. */
  sizeText(entry: ResourceEntry): string;
  /** The list's text after the size, such as `4.1 kB`. */
  contentText(entry: ResourceEntry): string;
  downloads(entry: ResourceEntry, view: () => TextureView): readonly Download[];
  /** The files that can be loaded; null if the resource has no data of its own to load or pin. */
  readonly accepts: string | null;
  /** Whether the list shows a small live picture. */
  readonly hasThumbnail: boolean;
}
