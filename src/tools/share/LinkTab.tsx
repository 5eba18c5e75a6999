import { useState } from 'react';
import { Check } from '#ui/Check.tsx';
import type { SharedView, Workspace } from '#workspace/workspace.ts';
import { CopiedText } from './CopiedText.tsx';
import styles from './ShareDialog.module.css';
import { useLink } from './useLink.ts';

interface LinkTabProps {
  readonly workspace: Workspace;
  readonly onCopied: (isCopied: boolean) => void;
}

/** The link, to be copied again or with more in it. */
export function LinkTab({ workspace, onCopied }: LinkTabProps) {
  const [view, setView] = useState<SharedView>({ playback: false, uniforms: false });
  const link = useLink(workspace, view);
  return (
    <>
      <CopiedText label="Link" text={link?.ok ? link.value.href : ''} onCopied={onCopied}>
        <Check
          label="Playback"
          hint="Include the resolution and, while playback is paused, the frame"
          checked={view.playback}
          onChange={(playback) => setView({ ...view, playback })}
        />
        <Check
          label="Uniform values"
          hint="Include the values of sliders and colours, and their animations"
          checked={view.uniforms}
          onChange={(uniforms) => setView({ ...view, uniforms })}
        />
      </CopiedText>
      {link?.ok === false && <p className={styles['problem']}>{link.error}</p>}
      {link?.ok && link.value.note !== null && <p className={styles['quiet']}>{link.value.note}</p>}
    </>
  );
}
