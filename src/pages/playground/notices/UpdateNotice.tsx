import { useSyncExternalStore } from 'react';
import { assertNever } from '#core/util/assertNever.ts';
import type { SiteUpdate, SiteUpdates } from '#pages/playground/browser/siteUpdates.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

/** Offers to reload the page when the site has a newer version. */
export function UpdateNotice({ updates }: { readonly updates: SiteUpdates }) {
  const text = describe(useSyncExternalStore(updates.subscribe, updates.state));
  if (text === null) return null;
  return (
    <Notice id="update" kind="question" texts={[text]}>
      <Button kind="primary" onClick={updates.reload}>
        Reload
      </Button>
      <Button onClick={updates.dismiss}>Dismiss</Button>
    </Notice>
  );
}

function describe(update: SiteUpdate): string | null {
  switch (update.kind) {
    case 'none':
      return null;
    case 'ready':
      return 'A new version is ready.';
    case 'part-missing':
      return 'A part of the page could not be loaded. Reload to get the newest version.';
    default:
      return assertNever(update);
  }
}
