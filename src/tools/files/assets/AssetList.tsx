import { type RefObject, useState } from 'react';
import type { Asset } from '#core/project/project.ts';
import { bytesText } from '#core/util/bytesText.ts';
import styles from '#engine/storage/assets/AssetList.module.css';
import type { ImageSize } from '#engine/storage/assets/imageSize.ts';
import {
  ASSET_EXTENSIONS,
  attributeText,
  isImageType,
  kindText,
} from '#engine/storage/assets/kinds.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { MenuButton, type MenuItem } from '#ui/MenuButton.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { AssetName } from './AssetName.tsx';
import type { AssetCommands } from './assetCommands.ts';
import { Thumbnail } from './Thumbnail.tsx';

interface AssetListProps {
  readonly assets: readonly Asset[];
  readonly commands: AssetCommands;
  /** Gets the focus once a row that had it is gone. */
  readonly panel: RefObject<HTMLElement | null>;
}

export function AssetList({ assets, commands, panel }: AssetListProps) {
  return (
    <ul className={styles['list']} aria-label="Images and data">
      {assets.map((asset) => (
        <Row key={asset.path} asset={asset} commands={commands} panel={panel} />
      ))}
    </ul>
  );
}

interface RowProps extends Omit<AssetListProps, 'assets'> {
  readonly asset: Asset;
}

function Row({ asset, commands, panel }: RowProps) {
  const { path, type, size, hash } = asset;
  const [isNaming, setIsNaming] = useState(false);
  const [pixels, setPixels] = useState<ImageSize | null>(null);
  const facts = [
    kindText(path),
    ...(pixels ? [`${pixels.width} × ${pixels.height}`] : []),
    bytesText(size),
  ];
  return (
    <li className={styles['row']}>
      {isImageType(type) ? (
        <Thumbnail key={hash} asset={asset} commands={commands} onSize={setPixels} />
      ) : (
        <span className={styles['data']} aria-hidden="true">
          01
        </span>
      )}
      <div className={styles['text']}>
        {isNaming ? (
          <AssetName
            asset={asset}
            commands={commands}
            onDone={() => {
              setIsNaming(false);
              panel.current?.focus();
            }}
          />
        ) : (
          <span className={styles['path']}>{path}</span>
        )}
        <span className={styles['facts']}>{facts.join(' · ')}</span>
      </div>
      <Button
        kind="small"
        label={`Insert ${path}`}
        hint="Insert the line that declares it into the main file"
        onClick={() => void commands.insert(asset)}
      >
        Insert
      </Button>
      <CopyButton label={`Copy attribute for ${path}`} text={() => attributeText(asset)} />
      <MenuButton
        label={`Actions for ${path}`}
        hint="What to do with this file"
        items={itemsOf(asset, commands, {
          rename: () => setIsNaming(true),
          focusPanel: () => panel.current?.focus(),
        })}
      >
        <span aria-hidden="true">⋯</span>
      </MenuButton>
    </li>
  );
}

interface RowActions {
  rename(): void;
  focusPanel(): void;
}

function itemsOf(
  asset: Asset,
  commands: AssetCommands,
  { rename, focusPanel }: RowActions,
): MenuItem[] {
  return [
    { text: 'Rename…', onChoose: rename },
    { text: 'Replace…', onChoose: () => chooseFile((file) => void commands.replace(asset, file)) },
    { text: 'Download', onChoose: () => void download(asset, commands) },
    {
      text: 'Delete',
      onChoose() {
        focusPanel();
        commands.remove(asset);
      },
    },
  ];
}

function chooseFile(onChoose: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = ASSET_EXTENSIONS.join();
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) onChoose(file);
  });
  input.click();
}

async function download(asset: Asset, commands: AssetCommands): Promise<void> {
  const { path, type } = asset;
  const content = await commands.read(asset);
  if (content) saveFile(new File([content], path.slice(path.lastIndexOf('/') + 1), { type }));
  else commands.tellMissing(asset);
}
