import { type ComponentType, lazy } from 'react';
import { messageOf } from '#core/util/errors.ts';
import { Button } from '#ui/Button.tsx';
import styles from './lazyDialog.module.css';

interface DialogState {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * A dialog whose script loads when it is first shown. If the script fails to load, an alert asks
 * the user to reload the page, because a browser may not request a failed module again.
 *
 * @param name the dialog's name in the alert, such as `Help`
 */
export function lazyDialog<Props extends DialogState>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (thrown) {
      const reason = messageOf(thrown);
      return {
        default: (props) => (
          <Unavailable {...props} text={`${name} could not be loaded: ${reason}`} />
        ),
      };
    }
  });
}

function Unavailable({ open, onClose, text }: DialogState & { readonly text: string }) {
  if (!open) return null;
  return (
    <div className={styles['unavailable']} role="alert">
      <p>{text} Reload the page to try again.</p>
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
