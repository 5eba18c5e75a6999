import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { closeNotice, type PageNotice } from '#ui/notices.ts';
import styles from './NoticeStrip.module.css';

/**
 * How long information stays while the user neither points at it nor focuses it, in milliseconds.
 */
const INFORMATION_STAYS = 8000;

export function ShownNotice({ notice }: { readonly notice: PageNotice }) {
  const [isHeld, setIsHeld] = useState(false);
  const leaves = notice.kind === 'information' && !isHeld;
  const close = useEffectEvent(() => closeNotice(notice));
  useEffect(() => {
    if (!leaves) return undefined;
    const timer = setTimeout(() => close(), INFORMATION_STAYS);
    return () => clearTimeout(timer);
  }, [leaves]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the notice open while it is read
    <div
      className={styles['strip']}
      // Not on pointer enter: a notice may appear under a resting pointer.
      onPointerMove={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div className={styles['texts']}>
        {notice.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {notice.actions}
      {notice.kind !== 'question' && (
        <Button kind="icon" label="Close notice" hint="Close" onClick={() => closeNotice(notice)}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
