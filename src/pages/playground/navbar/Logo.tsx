/** A ring with a cut: the default demo's shape, with an S in the negative space. */
export function Logo() {
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true">
      <path
        d="M20.5 8.2A9 9 0 0 0 5.4 8.6c-1.3 2.6.2 4.4 3.2 4.4h8.8c3 0 4.5 1.8 3.2 4.4A9 9 0 0 1 5.5 17.8"
        stroke="var(--accent)"
        strokeWidth="3.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
