import type { StoreApi } from 'zustand/vanilla';
import { MAIN_FILE } from '#core/project/mainFile.ts';
import { fileStem } from '#core/project/projectName.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import { sourceFile } from '#workspace/sources/sourceFile.ts';
import type { DiskContext, Places } from './diskContext.ts';
import type { DiskState } from './diskState.ts';
import { listed } from './listed.ts';
import { mainName, nameInUri } from './place.ts';
import { packProject } from './projectZip.ts';

export interface Downloads {
  /** One source by itself, else an archive. */
  any(): Promise<void>;
  zip(): Promise<void>;
}

export function createDownloads(
  { workspace, disk, contents }: DiskContext,
  store: StoreApi<DiskState>,
  placeNow: Places['placeNow'],
): Downloads {
  /** The main file’s name there; null if it is not from the disk. */
  const nameOnDisk = () => {
    const place = placeNow();
    return place ? mainName(place) : nameInUri(workspace.sourceUri());
  };
  const zip = async () => {
    const { target, entryPoint, givenName, uniformValues, ...state } = workspace.store.getState();
    const { resolution, seed, animations } = state;
    const view = { uniforms: uniformValues, resolution, seed, animations };
    const settings = { target, entryPoint, name: givenName, ...view };
    const project = workspace.project();
    const main = nameOnDisk() ?? MAIN_FILE;
    store.setState({ working: 'Packing the project…', notice: null });
    const { archive, missing } = await packProject(project, settings, main, contents);
    store.setState({ working: null });
    disk.download(
      new File([archive], `${fileStem(nameOf(workspace))}.zip`, { type: archive.type }),
    );
    if (missing.length === 0) return;
    const names = listed(missing.map(({ path }) => path));
    const text = `The zip leaves out ${names}: this browser does not have the content. Add the file again under its name, then download again.`;
    store.setState({ notice: { kind: 'told', texts: [text] } });
  };
  return {
    zip,
    async any() {
      const { text, files, assets } = workspace.project();
      if (files.length + assets.length > 0) return zip();
      store.setState({ notice: null });
      const source = sourceFile(text, workspace.sourceUri());
      disk.download(new File([source], nameOnDisk() ?? source.name, source));
    },
  };
}
