import type { ComponentType } from 'react';
import type { StoreApi } from 'zustand';
import type { ParameterLayouts } from '#core/data/parameterLayouts.ts';
import type { Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { NamedReduction } from '#engine/gpu/read/statistics.ts';
import type { TextureView } from '#engine/gpu/read/textureImage.ts';
import type { Download } from '#tools/resources/panel/download/downloads.ts';
import type { GpuTools } from '#tools/resources/session/gpuTools.ts';
import type { PageRequest } from '#tools/resources/session/pages.ts';
import type {
  BufferPage,
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
  readonly kind: ResourceKind;
}

/** What entries are made from. */
export type ListedFrame = Pick<ObservedFrame, 'descriptor' | 'resources'>;

/** Everything that the inspector knows of one kind of resource. */
export interface ResourceKind {
  /** @param types null as long as they are not known */
  entries(frame: ListedFrame, types: ParameterLayouts | null): ResourceEntry[];
  /** The rows that a table shows; null for what is not shown as a table. */
  readPage(tools: GpuTools, request: PageRequest): Promise<Result<BufferPage> | null>;
  /** All of a resource's bytes; null if the frame has none of this kind under the name. */
  readWhole(
    tools: GpuTools,
    frame: ObservedFrame,
    name: string,
  ): Promise<Result<Uint8Array>> | null;
  /** What its statistics are computed from; null if the frame has none of this kind. */
  reductions(frame: ObservedFrame, entry: ResourceEntry): readonly NamedReduction[] | null;
  readonly View: ComponentType<ResourceProps>;
  /** Such as `1,024 elements` or `512 × 256, 4 layers`; empty for what has no size. */
  sizeText(entry: ResourceEntry): string;
  /** What the list says after the size, such as `4.1 kB`. */
  contentText(entry: ResourceEntry): string;
  downloads(entry: ResourceEntry, view: () => TextureView): readonly Download[];
  /** The files that can be loaded into it; null if it has no data of its own to load or pin. */
  readonly accepts: string | null;
  /** The list shows it as a small live picture. */
  readonly hasThumbnail: boolean;
}
