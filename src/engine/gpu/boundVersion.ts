import { PRINT_BUFFER, type RunChange } from '#core/plan/runDescriptor.ts';
import { prepareCalls } from './dispatch.ts';
import type { PreparedCall } from './frame.ts';
import type { PrintReader } from './printReader.ts';
import type { ProgramVersion } from './programVersion.ts';
import { adoptResources, createResources, type RunResources } from './resources/resources.ts';
import { createUniformWriter, type UniformWriter } from './resources/uniformWriter.ts';
import type { RunContext } from './runContext.ts';
import type { Size } from './screen.ts';

/** A program version with what its dispatches bind, which the first frame makes. */
export interface BoundVersion {
  version: ProgramVersion;
  writeUniforms: UniformWriter;
  /** Null until the first frame. */
  resources: RunResources | null;
  /** Null if nothing prints. */
  printer: PrintReader | null;
  /** Null until the first frame, and after anything that they bind has changed. */
  calls: readonly PreparedCall[] | null;
}

export function bindLater(context: RunContext, version: ProgramVersion): BoundVersion {
  return {
    version,
    writeUniforms: createUniformWriter(context.device, version.descriptor),
    resources: null,
    printer: null,
    calls: null,
  };
}

/** Whether the next frame makes nothing that WebGPU has not seen. */
export function isBoundFor({ calls, resources }: BoundVersion, { width, height }: Size): boolean {
  return calls !== null && resources?.screen.width === width && resources.screen.height === height;
}

/**
 * Makes what is missing for a frame on a screen of this size.
 *
 * @throws with the resource's or entry point's name if the device cannot have it
 */
export function bindFor(
  bound: BoundVersion,
  context: RunContext,
  screen: Size,
): { readonly calls: readonly PreparedCall[]; readonly resources: RunResources } {
  const { device } = context;
  const { descriptor, pipelines, data } = bound.version;
  if (!bound.resources) {
    bound.resources = createResources(device, descriptor, data, screen);
    bound.printer = createPrinter(context, bound.version, bound.resources);
    // The resources hold the data now.
    bound.version = { ...bound.version, data: new Map() };
  }
  const { resources } = bound;
  bound.calls ??= prepareCalls(device, descriptor, pipelines, resources);
  return { calls: bound.calls, resources };
}

/** Fits the resources to a screen of this size; true if the next frame has another size. */
export function resizeTo(bound: BoundVersion, screen: Size): boolean {
  const resized = bound.resources?.resize(screen) ?? true;
  if (resized) bound.calls = null;
  return resized;
}

/**
 * Replaces the version and frees what the next one does not keep.
 *
 * @param made the resources of the next version; null if the first frame is still to come
 */
export function replaceVersion(
  bound: BoundVersion,
  context: RunContext,
  { next, change, made }: { next: ProgramVersion; change: RunChange; made: RunResources | null },
): void {
  const printsOn =
    bound.printer !== null && made !== null && change.kept.has(PRINT_BUFFER) && !change.silences;
  if (!printsOn) bound.printer?.dispose();
  if (made && bound.resources) adoptResources(made, bound.resources, change);
  bound.resources = made;
  if (!printsOn) bound.printer = made && createPrinter(context, next, made);
  bound.version = made ? { ...next, data: new Map() } : next;
  bound.writeUniforms = createUniformWriter(context.device, next.descriptor);
  bound.calls = null;
}

export function unbind({ printer, resources }: BoundVersion): void {
  printer?.dispose();
  resources?.destroy();
}

function createPrinter(
  { device, onPrinted, onMessage }: RunContext,
  { createPrintReader }: ProgramVersion,
  resources: RunResources,
): PrintReader | null {
  const printed = resources.get(PRINT_BUFFER);
  if (printed?.kind !== 'buffer' || !createPrintReader) return null;
  return createPrintReader({ device, buffer: printed.buffer, onPrinted, onMessage });
}
