import { type Carrier, LINK } from '#core/project/links/carrier.ts';
import { buildShareLink, decodeSource } from '#core/project/links/shareLink.ts';
import type { Asset } from '#core/project/project.ts';
import { ok, type Result } from '#core/util/result.ts';
import type { LinkedProject, LinkService, SharedProject } from './linkService.ts';
import { buildProjectLink } from './packProject.ts';
import { readMoment } from './readMoment.ts';
import { type UnpackedAsset, unpackProject } from './unpackProject.ts';

/** Where the contents of images and data are. */
export interface AssetContents {
  /** Null if this browser does not have it. */
  read(asset: Asset): Promise<ArrayBuffer | null>;
  /**
   * Keeps what a link brings. Fails with the reason if it cannot be used.
   *
   * @param beside those that came before it
   */
  keep(asset: UnpackedAsset, beside: readonly Asset[]): Promise<Result<Asset>>;
}

export interface ProjectLinks extends LinkService {
  /** @param carrier what the project came in, for messages; a link by default */
  unpackProject(packed: string, carrier?: Carrier): Promise<Result<LinkedProject>>;
}

export function createLinks(contents: AssetContents): ProjectLinks {
  return {
    unpackCode: decodeSource,
    async unpackProject(packed, carrier = LINK) {
      const project = await unpackProject(packed, carrier);
      if (!project.ok) return project;
      const assets: Asset[] = [];
      const refusals: string[] = [];
      for (const asset of project.value.assets) {
        const kept = await contents.keep(asset, assets);
        if (kept.ok) assets.push(kept.value);
        else refusals.push(`${carrier.owner} image or data ${kept.error}`);
      }
      const note = refusals.length > 0 ? refusals.join('\n') : null;
      return ok({ ...project.value, assets, note });
    },
    readMoment: async (moment, opened) => ok(readMoment(moment, opened)),
    async build(page, shared) {
      if (!isOneText(shared)) return buildProjectLink(page, shared, contents.read);
      const link = await buildShareLink(page, shared.target, shared.text, {
        frame: null,
        seed: shared.seed,
        givenName: shared.givenName,
      });
      return link.ok ? ok({ href: link.value, note: null }) : link;
    },
  };
}

function isOneText({ files, assets, view }: SharedProject): boolean {
  return files.length === 0 && assets.length === 0 && view === null;
}
