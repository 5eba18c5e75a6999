import { type ComponentType, lazy } from 'react';
import { messageOf } from '#core/util/errors.ts';
import styles from './lazyPanel.module.css';

/**
 * A panel whose script loads when it is first shown. If the script fails to load, the panel shows
 * an alert, and the rest of the page keeps working.
 *
 * @param name the panel's name in the alert, such as `The editor`
 */
export function lazyPanel<Props>(name: string, load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (thrown) {
      const text = `${name} could not be loaded: ${messageOf(thrown)} Reload the page to try again.`;
      return {
        default: () => (
          <p className={styles['missing']} role="alert">
            {text}
          </p>
        ),
      };
    }
  });
}
