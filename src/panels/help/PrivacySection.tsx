import styles from './Help.module.css';

/** What stays in the browser, and what a server can see. */
export function PrivacySection() {
  return (
    <>
      <p className={styles['promise']}>
        No data is sent to any server: the compiler is a part of this page, and what you type is
        compiled and run in your browser.
      </p>
      <p>What a server does see is what the browser asks it for:</p>
      <ul>
        <li>
          <strong>A shared link that is opened.</strong> The link holds the whole source. Up to
          6,000 characters it stands behind a <code>?</code>, and that part is sent to the server of
          this site when somebody opens the link, so that it may stand in the server’s log. In
          longer links it stands behind a <code>#</code>, and browsers send that part to nobody.
          Making a link sends nothing.
        </li>
        <li>
          <strong>A shader with URL or DATA.</strong> Running it fetches the addresses that it
          names, and the servers there see that. If the shader came from somebody else’s link, you
          are asked first.
        </li>
        <li>
          <strong>A demo.</strong> It is fetched from this site, or from the address that a link
          with <code>demo=http…</code> names.
        </li>
      </ul>
      <p>
        Your text is kept in this browser as you type, and earlier versions of it under{' '}
        <strong>History</strong>, also when a tab is closed or another text takes its place. The
        history keeps every version for an hour, one an hour for a day, then one a day; pin a
        version to keep it for good. They are sent to nobody; who uses this browser can see them,
        and can delete them there.
      </p>
    </>
  );
}
