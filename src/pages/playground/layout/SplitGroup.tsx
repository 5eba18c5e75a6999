import { type ReactNode, useRef } from 'react';
import {
  Group,
  type GroupImperativeHandle,
  type Layout,
  Panel,
  useDefaultLayout,
} from 'react-resizable-panels';
import { ownValue } from '#core/util/ownValue.ts';
import { settings } from '#engine/storage/settings.ts';
import { STORAGE_PREFIXES } from '#engine/storage/storageKeys.ts';
import { Splitter } from '#ui/Splitter.tsx';
import styles from './SplitGroup.module.css';

interface Part {
  /** Storage key of its size. */
  readonly id: string;
  readonly content: ReactNode;
}

interface SplitGroupProps {
  readonly id: string;
  readonly orientation: 'horizontal' | 'vertical';
  /** The splitter's accessible name. */
  readonly label: string;
  /** The part before the splitter; null gives all the space to the part after it. */
  readonly before: (Part & { readonly defaultPercent: number }) | null;
  readonly after: Part;
}

/**
 * Two parts with a splitter, whose position is stored. A double tap gives all the space to the part
 * after the splitter; the next one restores the sizes.
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
    if (ownValue(layout, before.id) !== 0) {
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
