import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Asset } from '#core/project/project.ts';
import { bytesText } from '#core/util/countText.ts';
import { decodeImage } from '#engine/gpu/resources/decodeImage.ts';
import type { ImageSize } from '#engine/storage/assets/drawing.ts';
import {
  ASSET_EXTENSIONS,
  attributeText,
  isImageType,
  kindText,
} from '#engine/storage/assets/kinds.ts';
import { NameInput } from '#tools/files/panel/NameInput.tsx';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { MenuButton, type MenuItem } from '#ui/MenuButton.tsx';
import { saveFile } from '#ui/saveFile.ts';
import styles from './AssetList.module.css';
import type { AssetCommands } from './assetCommands.ts';

interface AssetListProps {
  readonly assets: readonly Asset[];
  readonly commands: AssetCommands;
  /** Receives the focus when a focused row is removed. */
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
        hint="Actions for this file"
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

interface AssetNameProps {
  readonly asset: Asset;
  readonly commands: AssetCommands;
  readonly onDone: () => void;
}

/**
 * The editable name of an asset. Enter or leaving the field renames the asset; Escape keeps the old
 * name, and so does leaving the field with an invalid name.
 */
function AssetName({ asset, commands, onDone }: AssetNameProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => input.current?.select(), []);
  const finish = () => {
    isDone.current = true;
    onDone();
  };
  return (
    <NameInput
      ref={input}
      label="Asset name"
      initial={asset.path}
      classes={{ field: styles['name'], fault: styles['fault'] }}
      accept={(typed) => {
        const renamed = commands.rename(asset, typed);
        if (renamed.ok) finish();
        return renamed;
      }}
      cancel={finish}
      leave={(typed) => {
        if (isDone.current) return;
        commands.rename(asset, typed);
        finish();
      }}
    />
  );
}

interface ThumbnailProps {
  /** Must be an image. */
  readonly asset: Asset;
  readonly commands: AssetCommands;
  /** Called once the image is decoded. */
  readonly onSize: (size: ImageSize) => void;
}

/** In pixels, of the longer side: twice the displayed size, for high-density screens. */
const PIXELS = 80;

/** A small copy of an image, so that the full image does not stay decoded. */
function Thumbnail({ asset, commands, onSize }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isThere = true;
    const draw = async () => {
      const content = await commands.read(asset);
      if (!content) return;
      const bitmap = await decodeImage(content);
      const { width, height } = bitmap;
      if (isThere && canvas.current) drawSmall(canvas.current, bitmap);
      bitmap.close();
      if (isThere) onSize({ width, height });
    };
    // If the content is missing, the thumbnail stays empty; Run reports the reason.
    draw().catch(() => {});
    return () => {
      isThere = false;
    };
  }, [asset, commands, onSize]);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no tab index
    <canvas ref={canvas} className={styles['thumbnail']} width={1} height={1} aria-hidden="true" />
  );
}

function drawSmall(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  const scale = PIXELS / Math.max(image.width, image.height);
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingEnabled = scale < 1;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
}
