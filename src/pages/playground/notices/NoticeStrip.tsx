import { useStore } from 'zustand';
import { Part } from '#ui/faults/Part.tsx';
import { notices, type PageNotice } from '#ui/notices.ts';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';

const ShownNotice = lazyPanel(
  'The notice',
  async () => (await import('./ShownNotice.tsx')).ShownNotice,
);

/** The only place for the page's notices. Shows one at a time and covers nothing. */
export function NoticeStrip() {
  const notice = useStore(notices, mostUrgent);
  return (
    // Always in the document, so that screen readers announce added content.
    <div role="status" aria-label="Notice">
      {notice && (
        <Part key={`${notice.id} ${notice.texts.join()}`} name="The notice">
          <ShownNotice notice={notice} />
        </Part>
      )}
    </div>
  );
}

/** The newest notice, except that a lasting one does not hide a question. */
function mostUrgent(due: readonly PageNotice[]): PageNotice | undefined {
  const newest = due.at(-1);
  return newest?.kind === 'lasting'
    ? (due.findLast(({ kind }) => kind === 'question') ?? newest)
    : newest;
}
