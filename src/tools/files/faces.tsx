import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import { Failure } from '#ui/tools/Slot.tsx';
import type { ToolHandle } from '#ui/tools/tool.ts';
import { hasFileTabs } from '#workspace/state.ts';
import { diskOf } from './disk/diskOf.ts';
import styles from './FileDrops.module.css';
import type { ProjectFeature } from './project.tsx';
import { watchFileDrops } from './watchFileDrops.ts';

interface FaceProps {
  readonly tool: ToolHandle<ProjectFeature>;
}

/** Notices about opening and saving, and what takes dropped files. */
export function FileNotices({ tool }: FaceProps) {
  const disk = diskOf(tool.context);
  const loaded = useLoaded(disk);
  return (
    <>
      <Failure tool={disk} />
      {loaded && <loaded.DiskPanel session={loaded.session} />}
      <FileDrops tool={tool} />
    </>
  );
}

/** Takes files that are dropped or pasted on the page; shows a hint while they are dragged over it. */
function FileDrops({ tool: { context, use } }: FaceProps) {
  const [isOver, setIsOver] = useState(false);
  useEffect(
    () =>
      watchFileDrops({
        onOver: setIsOver,
        onDrop(items) {
          context.showView('source');
          use(({ session }) => session.drop(items));
        },
        onPaste(files) {
          context.showView('source');
          use(({ session }) => session.paste(files));
        },
      }),
    [context, use],
  );
  if (!isOver) return null;
  return (
    <div className={styles['overlay']} aria-hidden="true">
      <p className={styles['text']}>
        Drop images and data to add them, or shaders, a folder, a zip or a saved picture to open
        them
      </p>
    </div>
  );
}

/** Adds the first file beside the main file; from then on, the row of files has such a button. */
export function NewFileButton({ tool: { context, use } }: FaceProps) {
  const hasRow = useStore(context.workspace.store, hasFileTabs);
  if (hasRow) return null;
  return (
    <Button
      kind="small"
      hint="Add a file that the shader can import (Ctrl+Alt+N)"
      onClick={() => use(({ session }) => session.files.create())}
    >
      New file
    </Button>
  );
}
