import { useEffect, useRef } from 'react';
import type { Asset } from '#core/project/project.ts';
import { decodeImage } from '#engine/gpu/resources/decodeImage.ts';
import styles from '#engine/storage/assets/AssetList.module.css';
import type { ImageSize } from '#engine/storage/assets/imageSize.ts';
import type { AssetCommands } from './assetCommands.ts';

interface ThumbnailProps {
  /** An image. */
  readonly asset: Asset;
  readonly commands: AssetCommands;
  /** Called once the image is decoded. */
  readonly onSize: (size: ImageSize) => void;
}

/** Pixels of the longer side: twice what is shown, for dense screens. */
const PIXELS = 80;

/** A small copy of an image, so that the image itself does not stay decoded. */
export function Thumbnail({ asset, commands, onSize }: ThumbnailProps) {
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
    // Without its content, the frame stays empty; Run says why.
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
