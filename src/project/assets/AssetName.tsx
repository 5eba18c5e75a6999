import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Asset } from '#program/project/project.ts';
import { LIMITS } from '#project/limits.ts';
import styles from './AssetList.module.css';
import type { AssetCommands } from './assetCommands.ts';

interface AssetNameProps {
  readonly asset: Asset;
  readonly commands: AssetCommands;
  readonly onDone: () => void;
}

/**
 * The name of an asset while it is typed: Enter and leaving the field give it, Escape leaves the old
 * one. A name that is refused stays in the field with the reason below it; leaving it gives it up.
 */
export function AssetName({ asset, commands, onDone }: AssetNameProps) {
  const [typed, setTyped] = useState(asset.path);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const faultId = useId();
  useEffect(() => input.current?.select(), []);
  const finish = () => {
    isDone.current = true;
    onDone();
  };
  const accept = () => {
    const renamed = commands.rename(asset, typed);
    if (renamed.ok) finish();
    else setFault(renamed.error);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') accept();
    else finish();
  };
  return (
    <>
      <input
        ref={input}
        className={styles['name']}
        aria-label="Asset name"
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        maxLength={LIMITS.pathLength * 2}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setFault(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (isDone.current) return;
          if (fault === null) commands.rename(asset, typed);
          finish();
        }}
      />
      {fault !== null && (
        <p id={faultId} className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
