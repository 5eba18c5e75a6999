import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createExport } from '#tools/export/export.ts';
import type { ExportSession } from '#tools/export/session/exportSession.ts';
import { Dialog } from '#ui/Dialog.tsx';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import styles from './ExportDialog.module.css';
import { ExportFoot } from './ExportFoot.tsx';
import { FormatDetails } from './FormatDetails.tsx';
import { FormatList } from './FormatList.tsx';

/** The user chooses a format, reads what it leaves out, and downloads the running program in it. */
export function ExportDialog({ context, open, onClose, opener }: DialogProps) {
  const [session] = useState(() => createExport(context));
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      title="Export"
      open={open}
      onClose={onClose}
      opener={opener}
      initialFocus={() => list.current ?? true}
    >
      <Content session={session} list={list} />
    </Dialog>
  );
}

interface ContentProps {
  readonly session: ExportSession;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** Its file stays until the dialog has faded out. */
function Content({ session, list }: ContentProps) {
  useEffect(() => {
    session.open();
    return session.close;
  }, [session]);
  const chosen = useStore(session.store, (state) => state.chosen);
  const format = session.formats.find(({ id }) => id === chosen);
  return (
    <div className={styles['content']}>
      <div className={styles['format']}>
        <FormatList
          ref={list}
          formats={session.formats}
          chosen={chosen}
          onChoose={session.choose}
        />
        {format && <FormatDetails session={session} format={format} />}
      </div>
      <ExportFoot session={session} />
    </div>
  );
}
