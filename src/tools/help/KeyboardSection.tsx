import { Fragment } from 'react';
import type { Command } from '#ui/commands.ts';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import styles from './Help.module.css';
import { shortcutGroups } from './shortcuts.ts';

const MAC = isMac(navigator.platform);

/** The keyboard shortcuts, with the key names of this computer. */
export function KeyboardSection({ commands }: { readonly commands: readonly Command[] }) {
  return (
    <table className={styles['table']}>
      {shortcutGroups(commands).map(({ title, shortcuts }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={2} className={styles['rowgroup']}>
              {title}
            </th>
          </tr>
          {shortcuts.map((shortcut) => (
            <tr key={shortcut.action}>
              <th scope="row">
                {keysOn(MAC, shortcut).map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && ' '}
                    <kbd>{key}</kbd>
                  </Fragment>
                ))}
              </th>
              <td>{shortcut.action}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
