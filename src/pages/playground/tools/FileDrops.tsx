import { useEffect, useState } from 'react';
import { addCommands } from '#ui/commands.ts';
import styles from './FileDrops.module.css';
import { watchFileDrops } from './fileDrops.ts';
import type { ProjectTool } from './projectTool.ts';

interface FileDropsProps {
  readonly tool: ProjectTool;
  /** Called when files come in, to show the project. Has to be the same at each rendering. */
  readonly onUse: () => void;
}

/** Takes files that are dropped or pasted on the page; shows a hint while they are dragged over it. */
export function FileDrops({ tool, onUse }: FileDropsProps) {
  const [isOver, setIsOver] = useState(false);
  useEffect(
    () =>
      watchFileDrops({
        onOver: setIsOver,
        onDrop(items) {
          onUse();
          void tool.load().then((project) => project?.session.drop(items));
        },
        onPaste(files) {
          onUse();
          void tool.load().then((project) => project?.session.paste(files));
        },
      }),
    [tool, onUse],
  );
  useEffect(
    () =>
      addCommands(() => [
        {
          id: 'Images and data',
          title: 'Images and data',
          detail: 'Add images and data that the shader can use',
          group: 'Files',
          view: 'source',
          run: () => void tool.load().then((project) => project?.session.assets.setShown(true)),
        },
      ]),
    [tool],
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
