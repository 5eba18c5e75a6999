import {
  type PointerEvent,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  Group,
  type GroupImperativeHandle,
  type Layout,
  Panel,
  Separator,
  useDefaultLayout,
} from 'react-resizable-panels';
import { ownValue } from '#core/util/ownValue.ts';
import { settings } from '#engine/storage/settings.ts';
import { STORAGE_PREFIXES } from '#engine/storage/storageKeys.ts';
import styles from './SplitGroup.module.css';

interface Part {
  readonly id: string;
  readonly content: ReactNode;
}

/** How the space is divided between the two parts. */
export interface Split {
  /** Whether the part after the splitter has all the space. */
  readonly isMaximised: boolean;
  /** Gives the part after the splitter all the space, or restores the sizes. */
  toggleMaximised(): void;
}

interface SplitGroupProps {
  /** Storage key of the sizes. When it changes, the sizes stored under the new key apply. */
  readonly id: string;
  readonly orientation: 'horizontal' | 'vertical';
  readonly label: string;
  /** The part before the splitter; null gives all the space to the part after it. */
  readonly before: Part | null;
  /** The initial size of the part before the splitter, in percent. */
  readonly defaultPercent: number;
  /** The part after the splitter; null gives all the space to the part before it. */
  readonly after: (Omit<Part, 'content'> & { content(split: Split): ReactNode }) | null;
}

/**
 * Two parts with a splitter, whose position is stored. A double tap gives all the space to the part
 * after the splitter; another one restores the sizes.
 */
export function SplitGroup(props: SplitGroupProps) {
  const { id, orientation, label, before, defaultPercent, after } = props;
  const group = useRef<GroupImperativeHandle>(null);
  const former = useRef<Layout>(null);
  const [isMaximised, setIsMaximised] = useState(false);
  const ids = [before, after].flatMap((part) => part?.id ?? []);
  const remembered = useDefaultLayout({
    id: `${STORAGE_PREFIXES.layout}${id}`,
    panelIds: ids,
    storage: settings,
    onlySaveAfterUserInteractions: true,
  });
  const initial =
    before && after
      ? { [before.id]: defaultPercent, [after.id]: 100 - defaultPercent }
      : { [ids[0] ?? '']: 100 };
  const sizedId = useRef(id);
  const takeSizes = useEffectEvent(() => {
    if (sizedId.current === id || !group.current) return;
    // The group knows about an added or removed part only after its next render.
    if (Object.keys(group.current.getLayout()).length !== ids.length) return;
    sizedId.current = id;
    former.current = null;
    group.current.setLayout(remembered.defaultLayout ?? initial);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the id changes
  useLayoutEffect(takeSizes, [id]);
  const split: Split = {
    isMaximised,
    toggleMaximised() {
      if (!group.current || !before || !after) return;
      const layout = group.current.getLayout();
      if (ownValue(layout, before.id) !== 0) {
        former.current = layout;
        group.current.setLayout({ [before.id]: 0, [after.id]: 100 });
      } else group.current.setLayout(former.current ?? initial);
    },
  };
  const onLayoutChange = (layout: Layout) => {
    setIsMaximised(before !== null && after !== null && ownValue(layout, before.id) === 0);
    queueMicrotask(takeSizes);
  };
  return (
    <Group
      {...remembered}
      groupRef={group}
      orientation={orientation}
      className={styles['group']}
      onLayoutChange={onLayoutChange}
    >
      {before && (
        <Panel id={before.id} defaultSize={`${defaultPercent}%`} minSize="10%" collapsible>
          {before.content}
        </Panel>
      )}
      {before && after && <Splitter label={label} onDoubleTap={split.toggleMaximised} />}
      {after && (
        <Panel id={after.id} defaultSize={`${100 - defaultPercent}%`} minSize="10%">
          {after.content(split)}
        </Panel>
      )}
    </Group>
  );
}

/** Maximum milliseconds between the taps of a double tap (specification, section 9). */
const DOUBLE_TAP = 500;

/** CSS pixels; a pointer that moves farther is a drag, not a tap. */
const TAP_SLACK = 4;

interface SplitterProps {
  readonly label: string;
  readonly onDoubleTap: () => void;
}

/** The bar between two panels. It follows drags and arrow keys and detects double taps. */
function Splitter({ label, onDoubleTap }: SplitterProps) {
  const pressed = useRef({ x: 0, y: 0 });
  const lastTap = useRef(Number.NEGATIVE_INFINITY);
  const onPress = ({ clientX, clientY }: PointerEvent) => {
    pressed.current = { x: clientX, y: clientY };
  };
  const onRelease = ({ clientX, clientY, timeStamp }: PointerEvent) => {
    const { x, y } = pressed.current;
    if (Math.hypot(clientX - x, clientY - y) > TAP_SLACK) return;
    const isDouble = timeStamp - lastTap.current <= DOUBLE_TAP;
    lastTap.current = isDouble ? Number.NEGATIVE_INFINITY : timeStamp;
    if (isDouble) onDoubleTap();
  };
  return (
    <Separator
      className={styles['splitter']}
      aria-label={label}
      disableDoubleClick
      onPointerDown={onPress}
      onPointerUp={onRelease}
    />
  );
}
