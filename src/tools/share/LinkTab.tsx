import { useState } from 'react';
import type { Workspace } from '#workspace/workspace.ts';
import { CopiedText } from './CopiedText.tsx';
import { Check } from './fields.tsx';
import styles from './ShareDialog.module.css';
import { useLink } from './useLink.ts';

interface LinkTabProps {
  readonly workspace: Workspace;
  readonly onCopied: (isCopied: boolean) => void;
}

/** The link, to be copied again or with more in it. */
export function LinkTab({ workspace, onCopied }: LinkTabProps) {
  const [exactly, setExactly] = useState(false);
  const link = useLink(workspace, exactly);
  return (
    <>
      <CopiedText label="Link" text={link?.ok ? link.value.href : ''} onCopied={onCopied}>
        <Check
          label="Exact view"
          hint="Also uniforms, resolution and the frame where playback is paused"
          checked={exactly}
          onChange={setExactly}
        />
      </CopiedText>
      {link?.ok === false && <p className={styles['problem']}>{link.error}</p>}
      {link?.ok && link.value.note !== null && <p className={styles['quiet']}>{link.value.note}</p>}
    </>
  );
}
