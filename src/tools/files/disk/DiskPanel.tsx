import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { PageNotice } from '#ui/notices.ts';
import { DiskQuestion } from './DiskQuestion.tsx';
import type { DiskSession } from './diskSession.ts';
import type { DiskNotice } from './diskState.ts';
import { listed } from './listed.ts';

interface DiskPanelProps {
  readonly session: DiskSession;
}

/** Notices and questions about opening and saving. It belongs among the page's notices. */
export function DiskPanel({ session }: DiskPanelProps) {
  const { working, notice, question } = useStore(session.store);
  return (
    <>
      {working !== null && <Notice id="disk-work" kind="question" texts={[working]} />}
      {notice && (
        <Notice
          id="disk"
          kind={KINDS[notice.kind]}
          texts={textsOf(notice)}
          onClose={session.dismissNotice}
        >
          <Action session={session} notice={notice} />
        </Notice>
      )}
      <Part name="The question about files on disk" onClose={() => session.answerMain(null)}>
        {question && <DiskQuestion session={session} question={question} />}
      </Part>
    </>
  );
}

const KINDS: Readonly<Record<DiskNotice['kind'], PageNotice['kind']>> = {
  told: 'lasting',
  saved: 'information',
  'not-saved': 'lasting',
  'changed-outside': 'lasting',
};

interface ActionProps extends DiskPanelProps {
  readonly notice: DiskNotice;
}

function Action({ session, notice }: ActionProps) {
  switch (notice.kind) {
    case 'told':
    case 'saved':
      return null;
    case 'not-saved':
      return <Button onClick={() => void session.download()}>Download</Button>;
    case 'changed-outside':
      return <Button onClick={() => void session.reload()}>Reload from disk</Button>;
    default:
      return assertNever(notice);
  }
}

/** How many sentences are shown; the others are counted. */
const MAX_TEXTS = 4;

function textsOf(notice: DiskNotice): readonly string[] {
  if (notice.kind !== 'changed-outside') {
    const { texts } = notice;
    const others = texts.length - MAX_TEXTS;
    return others > 0 ? [...texts.slice(0, MAX_TEXTS), `And ${others} more.`] : texts;
  }
  const was = notice.paths.length === 1 ? 'was' : 'were';
  return [
    `${listed(notice.paths)} ${was} changed outside of this page.`,
    'Reloading puts your edits into the history.',
  ];
}
