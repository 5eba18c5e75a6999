import { type ReactNode, useRef } from 'react';
import {
  Group,
  type GroupImperativeHandle,
  type Layout,
  Panel,
  useDefaultLayout,
} from 'react-resizable-panels';
import { settings } from '#shared/storage.ts';
import { STORAGE_PREFIXES } from '#shared/storageKeys.ts';
import { Splitter } from '#ui/Splitter.tsx';
import styles from './SplitGroup.module.css';

interface Part {
  /** Under which its size is remembered. */
  readonly id: string;
  readonly content: ReactNode;
}

interface SplitGroupProps {
  readonly id: string;
  readonly orientation: 'horizontal' | 'vertical';
  /** The accessible name of the splitter. */
  readonly label: string;
  /** The part before the splitter; null leaves the whole room to the one after. */
  readonly before: (Part & { readonly defaultPercent: number }) | null;
  readonly after: Part;
}

/**
 * Two parts with a splitter that remembers its place. A double tap on it gives the whole room to the
 * part after it, the next one restores the sizes of before.
 */
export function SplitGroup({ id, orientation, label, before, after }: SplitGroupProps) {
  const group = useRef<GroupImperativeHandle>(null);
  const former = useRef<Layout>(null);
  const remembered = useDefaultLayout({
    id: `${STORAGE_PREFIXES.layout}${id}`,
    panelIds: before ? [before.id, after.id] : [after.id],
    storage: settings,
    onlySaveAfterUserInteractions: true,
  });
  const toggleMaximised = () => {
    if (!group.current || !before) return;
    const layout = group.current.getLayout();
    if (layout[before.id] !== 0) {
      former.current = layout;
      group.current.setLayout({ [before.id]: 0, [after.id]: 100 });
    } else {
      const { defaultPercent } = before;
      group.current.setLayout(
        former.current ?? { [before.id]: defaultPercent, [after.id]: 100 - defaultPercent },
      );
    }
  };
  return (
    <Group {...remembered} groupRef={group} orientation={orientation} className={styles['group']}>
      {before && (
        <>
          <Panel id={before.id} defaultSize={`${before.defaultPercent}%`} minSize="10%" collapsible>
            {before.content}
          </Panel>
          <Splitter label={label} onDoubleTap={toggleMaximised} />
        </>
      )}
      <Panel id={after.id} minSize="10%">
        {after.content}
      </Panel>
    </Group>
  );
}
