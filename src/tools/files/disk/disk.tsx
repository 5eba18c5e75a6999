import { useRef } from 'react';
import { useStore } from 'zustand';
import { FILE_EXTENSIONS, FOREIGN_EXTENSIONS } from '#core/project/names.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ASSET_EXTENSIONS } from '#engine/storage/assets/kinds.ts';
import { assetStore } from '#engine/storage/assets/pageStore.ts';
import styles from '#tools/files/question.module.css';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { PageNotice } from '#ui/notices.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { Workspace } from '#workspace/workspace.ts';
import {
  type DiskAccess,
  type FileHandle,
  type FolderHandle,
  filesOfFolder,
  folderOfFiles,
  foundByHandle,
  foundFile,
} from './diskAccess.ts';
import { createDiskSession, type DiskSession } from './diskSession.ts';
import type { DiskNotice, DiskQuestion as Question } from './diskState.ts';
import { createKeptPlaces } from './keptPlaces.ts';
import { listed } from './readFound.ts';

/** Everything that a page needs to open and save. Loads on first use. */
interface DiskFeature {
  readonly session: DiskSession;
  readonly DiskPanel: typeof DiskPanel;
}

/** Milliseconds between checks of the open files while the page has the focus. */
const WATCH_TIME = 4000;

export function createDisk(workspace: Workspace): DiskFeature {
  const base = document.baseURI;
  const session = createDiskSession({
    ...{ workspace, disk: browserDisk, contents: assetStore, kept: createKeptPlaces(), base },
    async unpackCarried(packed, carrier) {
      const { pageLinks } = await import('#engine/storage/pageLinks.ts');
      return pageLinks.unpackProject(packed, carrier);
    },
  });
  const check = () => {
    if (document.hasFocus()) void session.checkOutside();
  };
  window.addEventListener('focus', check);
  setInterval(check, WATCH_TIME);
  return { session, DiskPanel };
}

/** Missing in TypeScript's DOM library; only Chromium has them. */
interface Pickers {
  showOpenFilePicker(options: { readonly multiple: true }): Promise<readonly FileHandle[]>;
  showDirectoryPicker(options: { readonly mode: 'read' }): Promise<FolderHandle>;
}

const ACCEPTED = [
  ...FILE_EXTENSIONS,
  ...FOREIGN_EXTENSIONS,
  '.zip',
  '.webm',
  '.mp4',
  ...ASSET_EXTENSIONS,
].join(',');

/** The browser's file dialogs, with write access where supported. */
const browserDisk: DiskAccess = {
  async pickFiles() {
    const { showOpenFilePicker } = window as Partial<Pickers>;
    if (!showOpenFilePicker) {
      const files = await ask({ accept: ACCEPTED });
      return files?.map((file) => foundFile(file.name, file)) ?? null;
    }
    const handles = await unlessCancelled(() => showOpenFilePicker({ multiple: true }));
    return handles?.map((handle) => foundByHandle(handle.name, handle)) ?? null;
  },
  async pickFolder() {
    const { showDirectoryPicker } = window as Partial<Pickers>;
    if (!showDirectoryPicker) {
      const files = await ask({ webkitdirectory: true });
      return files && folderOfFiles(files);
    }
    const handle = await unlessCancelled(() => showDirectoryPicker({ mode: 'read' }));
    return handle && filesOfFolder(handle);
  },
  download: saveFile,
};

async function unlessCancelled<Value>(pick: () => Promise<Value>): Promise<Value | null> {
  try {
    return await pick();
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  }
}

/** Null if the user cancels. In browsers without a cancel event, the promise then never settles. */
function ask(
  options: { readonly accept: string } | { readonly webkitdirectory: true },
): Promise<readonly File[] | null> {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, ...options });
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

interface DiskPanelProps {
  readonly session: DiskSession;
}

function DiskPanel({ session }: DiskPanelProps) {
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

/** Sentences to show; only the number of further ones is shown. */
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

interface DiskQuestionProps {
  readonly session: DiskSession;
  readonly question: Question;
}

function DiskQuestion({ session, question }: DiskQuestionProps) {
  const opener = useRef(document.activeElement as HTMLElement);
  switch (question.kind) {
    case 'main':
      return (
        <Dialog
          title="Choose the main file"
          fitted
          open
          onClose={() => session.answerMain(null)}
          opener={opener}
        >
          <div className={styles['question']}>
            <p>
              Several files can be the main file, which the playground compiles and runs. It can
              import the other files.
            </p>
            <ul className={styles['files']} aria-label="Main file">
              {question.paths.map((path) => (
                <li key={path}>
                  <Button onClick={() => session.answerMain(path)}>{path}</Button>
                </li>
              ))}
            </ul>
          </div>
        </Dialog>
      );
    case 'overwrite': {
      const { paths } = question;
      const [was, it] = paths.length === 1 ? ['was', 'it'] : ['were', 'them'];
      const keep = () => void session.answerOverwrite(false);
      return (
        <Dialog title="Save over outside changes?" fitted open onClose={keep} opener={opener}>
          <div className={styles['question']}>
            <p>
              {listed(paths)} {was} changed or made outside of this page. Saving replaces {it}.
            </p>
            <DialogFoot>
              <Button kind="primary" onClick={() => void session.answerOverwrite(true)}>
                Save over {it}
              </Button>
              <Button onClick={keep}>Cancel</Button>
            </DialogFoot>
          </div>
        </Dialog>
      );
    }
    default:
      return assertNever(question);
  }
}
