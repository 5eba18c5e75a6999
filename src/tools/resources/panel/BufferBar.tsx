import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { NumberFormat } from '#core/data/columns.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { Button } from '#ui/Button.tsx';
import { SearchIcon } from '#ui/icons.tsx';
import { CopyIcon } from '#ui/moreIcons.tsx';
import { Select } from '#ui/Select.tsx';
import { ChartIcon, StatisticsIcon } from './icons.tsx';
import { ResourceActions } from './ResourceActions.tsx';
import styles from './ResourcesPanel.module.css';

/** Optional parts of a buffer's view. */
export type BufferPart = 'find' | 'statistics' | 'chart';

interface BufferBarProps extends ResourceProps {
  /** Whether to show bytes instead of values. */
  readonly isHex: boolean;
  readonly onToggleHex: () => void;
  readonly onGoTo: (index: number) => void;
  readonly onCopy: () => void;
  readonly open: ReadonlySet<BufferPart>;
  readonly onToggle: (part: BufferPart) => void;
}

const FORMATS: readonly { readonly value: NumberFormat; readonly text: string }[] = [
  { value: 'decimal', text: 'Decimal' },
  { value: 'hexadecimal', text: 'Hexadecimal' },
  { value: 'float', text: 'Bits as float' },
];

const PARTS: readonly {
  readonly part: BufferPart;
  readonly text: string;
  readonly icon: ReactNode;
}[] = [
  { part: 'find', text: 'Find', icon: <SearchIcon /> },
  { part: 'statistics', text: 'Statistics', icon: <StatisticsIcon /> },
  { part: 'chart', text: 'Chart', icon: <ChartIcon /> },
];

export function BufferBar(props: BufferBarProps) {
  const { store, commands, entry, isHex, open } = props;
  const format = useStore(store, (state) => state.numberFormat);
  const hasLayout = entry.layout !== null;
  const isTyped = hasLayout && !isHex;
  return (
    <div className={styles['bar']}>
      <GoToField {...props} />
      {isTyped && (
        <Select
          label="Number format"
          hint="How numbers are shown"
          value={format}
          options={FORMATS}
          onChange={(value) => commands.setNumberFormat(formatOf(value))}
        />
      )}
      {hasLayout && (
        <Button
          kind="switch"
          pressed={isHex}
          hint="Show bytes instead of values"
          onClick={props.onToggleHex}
        >
          Bytes
        </Button>
      )}
      <span className={styles['spacer']} />
      {hasLayout &&
        PARTS.map(({ part, text, icon }) => (
          <Button
            key={part}
            kind="icon"
            label={text}
            hint={text}
            pressed={open.has(part)}
            onClick={() => props.onToggle(part)}
          >
            {icon}
          </Button>
        ))}
      <Button
        kind="icon"
        label="Copy selection"
        hint="Copy the selected cells, separated by tabs (Ctrl+C)"
        onClick={props.onCopy}
      >
        <CopyIcon />
      </Button>
      <ResourceActions {...props} />
    </div>
  );
}

function formatOf(value: string): NumberFormat {
  return FORMATS.find((format) => format.value === value)?.value ?? 'decimal';
}

function GoToField({ entry, onGoTo }: BufferBarProps) {
  const [text, setText] = useState('');
  const last = (entry.size[0] ?? 0) - 1;
  const submit = () => {
    const index = Number(text);
    if (text.trim() === '' || !Number.isFinite(index)) return;
    const target = Math.min(last, Math.max(0, Math.floor(index)));
    setText(String(target));
    onGoTo(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
  };
  return (
    <input
      className={`field ${styles['number']}`}
      type="number"
      aria-label="Go to index"
      title="Go to index (Enter)"
      placeholder="Index"
      min={0}
      max={Math.max(0, last)}
      step={1}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
