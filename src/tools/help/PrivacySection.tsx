import styles from './Help.module.css';

/** What the browser stores, and what a server can see. */
export function PrivacySection() {
  return (
    <>
      <p className={styles['promise']}>
        No data is sent to any server. The compiler is part of this page, and your source is
        compiled and run in your browser.
      </p>
      <p>A server sees only the requests that the browser makes:</p>
      <ul>
        <li>
          <strong>When someone opens a shared link.</strong> The link contains the whole source. In
          a link of up to 6,000 characters, the source follows a <code>?</code>: the browser sends
          that part to this site’s server, which may log it. In a longer link it follows a{' '}
          <code>#</code>, a part that browsers never send. Creating a link sends nothing.
        </li>
        <li>
          <strong>When you run a shader with URL or DATA.</strong> The browser fetches the addresses
          that the shader names, so their servers see the requests. If the shader came from a link
          or a zip, the playground asks you first. Names of the project’s own images and data are
          not fetched.
        </li>
        <li>
          <strong>When you open a demo.</strong> The browser fetches it from this site, or from the
          address in a link with <code>demo=http…</code>.
        </li>
      </ul>
      <p>
        This browser saves your source as you type, and keeps earlier versions under{' '}
        <strong>History</strong>, even after you close the tab or open another source. The history
        keeps every version for an hour, one per hour for a day, then one per day. Pin a version to
        keep it for good. Nobody else gets these versions, but anyone who uses this browser can read
        and delete them. Images and data that you add stay in this browser too. Beyond 512 MB in
        all, those that no project has used for longest, and for at least a week, are removed.
      </p>
      <p>
        After the first visit, the playground works offline, with the tools that you have used.{' '}
        <strong>Make available offline</strong> in the menu <strong>More</strong> stores the others
        too.
      </p>
    </>
  );
}
