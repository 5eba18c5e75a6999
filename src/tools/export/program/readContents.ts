import type { FetchRules } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { addressesOf } from '#core/project/assetPaths.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type AssetReader, readContent } from '#engine/gpu/resources/contents.ts';
import { fetchRemote } from '#engine/gpu/resources/remote.ts';
import { describeMissing, readAsset } from '#engine/storage/assets/readAsset.ts';

const PROJECT_ASSETS: AssetReader = {
  read: readAsset,
  describeMissing: async (address, reason) => describeMissing(address, reason),
};

/**
 * Reads what URL and DATA commands name, each address once. Fails with the resource's name and the
 * reason; throws only if `signal` aborts.
 */
export async function readContents(
  { resourceCommands, assets: used, uri }: RunDescriptor,
  rules: FetchRules,
  signal: AbortSignal,
  assets: AssetReader = PROJECT_ASSETS,
): Promise<Result<ReadonlyMap<string, Blob>>> {
  const fetch = (address: string) =>
    fetchRemote(address, uri, { ...rules, signal, onProgress() {} });
  const read = new Map<string, Promise<Blob>>();
  for (const { parsedCommand } of resourceCommands) {
    for (const address of addressesOf(parsedCommand)) {
      if (!read.has(address)) read.set(address, readContent(address, used, { assets, fetch }));
    }
  }
  await Promise.allSettled(read.values());
  signal.throwIfAborted();
  const contents = new Map<string, Blob>();
  for (const { resourceName, parsedCommand } of resourceCommands) {
    for (const address of addressesOf(parsedCommand)) {
      try {
        const content = await read.get(address);
        if (content) contents.set(address, content);
      } catch (thrown) {
        return fail(`The file of ${resourceName} cannot be read. ${messageOf(thrown)}`);
      }
    }
  }
  return ok(contents);
}
