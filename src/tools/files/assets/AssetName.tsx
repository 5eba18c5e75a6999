import { useEffect, useRef } from 'react';
import type { Asset } from '#core/project/project.ts';
import styles from '#engine/storage/assets/AssetList.module.css';
import { NameInput } from '#tools/files/panel/NameInput.tsx';
import type { AssetCommands } from './assetCommands.ts';

interface AssetNameProps {
  readonly asset: Asset;
  readonly commands: AssetCommands;
  readonly onDone: () => void;
}

/**
 * The name of an asset while the user types it: Enter and leaving the field rename the asset, Escape
 * keeps the old name. Leaving the field with a name that is refused keeps the old one too.
 */
export function AssetName({ asset, commands, onDone }: AssetNameProps) {
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
