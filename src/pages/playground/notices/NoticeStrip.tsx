import { useStore } from 'zustand';
import { Part } from '#ui/faults/Part.tsx';
import { notices, type PageNotice } from '#ui/notices.ts';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';

const ShownNotice = lazyPanel(
  'The notice',
  async () => (await import('./ShownNotice.tsx')).ShownNotice,
);

/** The one place of the page's notices, which shows one at a time and covers nothing. */
export function NoticeStrip() {
  const notice = useStore(notices, mostUrgent);
  return (
    // Always in the document, so that screen readers announce what is added to it.
    <div role="status" aria-label="Notice">
      {notice && (
        <Part key={`${notice.id} ${notice.texts.join()}`} name="The notice">
          <ShownNotice notice={notice} />
        </Part>
      )}
    </div>
  );
}

/** The newest; but what only lasts does not hide a question. */
function mostUrgent(due: readonly PageNotice[]): PageNotice | undefined {
  const newest = due.at(-1);
  return newest?.kind === 'lasting'
    ? (due.findLast(({ kind }) => kind === 'question') ?? newest)
    : newest;
}
