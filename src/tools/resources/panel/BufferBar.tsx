import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { ElementLayout, NumberFormat } from '#core/data/columns.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { Button } from '#ui/Button.tsx';
import { SearchIcon } from '#ui/icons.tsx';
import { CopyIcon } from '#ui/moreIcons.tsx';
import { Select } from '#ui/Select.tsx';
import { ChartIcon, StatisticsIcon } from './icons.tsx';
import { ResourceActions } from './ResourceActions.tsx';
import styles from './ResourcesPanel.module.css';
import { WatchButton } from './WatchButton.tsx';
import { WritersButton } from './Writers.tsx';

/** Optional parts of a buffer's view. */
export type BufferPart = 'find' | 'statistics' | 'chart';

interface BufferBarProps extends ResourceProps {
  /** Whether to show bytes instead of values. */
  readonly isHex: boolean;
  readonly onToggleHex: () => void;
  readonly onGoTo: (index: number) => void;
  readonly onCopy: () => void;
  readonly onWatch: () => void;
  readonly onFindWriters: () => void;
  /** Why the selected cell cannot be watched; null if it can. */
  readonly watchRefusal: string | null;
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
      {entry.kind === 'buffer' && hasLayout && (
        <WatchButton of="the selected cell" refusal={props.watchRefusal} onWatch={props.onWatch} />
      )}
      {entry.kind === 'buffer' && (
        <WritersButton of="the selected element" refusal={null} onFind={props.onFindWriters} />
      )}
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

type FindTest = 'equal' | 'greater' | 'nan';

const TESTS: readonly { readonly value: FindTest; readonly text: string }[] = [
  { value: 'equal', text: 'is' },
  { value: 'greater', text: 'is greater than' },
  { value: 'nan', text: 'is NaN' },
];

interface FindBarProps extends ResourceProps {
  readonly layout: ElementLayout;
  readonly from: number;
  readonly onFound: (index: number) => void;
}

export function FindBar({ commands, layout, from, onFound }: FindBarProps) {
  const [column, setColumn] = useState(layout.columns[0]?.name ?? '');
  const [test, setTest] = useState<FindTest>('equal');
  const [text, setText] = useState('0');
  const [outcome, setOutcome] = useState('');
  const find = async () => {
    const value = numberOf(text);
    if (test !== 'nan' && Number.isNaN(value)) {
      setOutcome('Type a number.');
      return;
    }
    setOutcome('Searching…');
    const after = await commands.find(column, test, value, from + 1);
    // Wraps around, up to and including the element where the search started.
    const index = after ?? (await commands.find(column, test, value, 0));
    setOutcome(index === null ? 'No such value.' : `Found at index ${index}.`);
    if (index !== null) onFound(index);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void find();
  };
  return (
    <form className={styles['bar']} aria-label="Find a value" onSubmit={onSubmit}>
      <Select
        label="Column"
        value={column}
        options={layout.columns.map(({ name }) => ({ value: name, text: name }))}
        onChange={setColumn}
      />
      <Select
        label="Condition"
        value={test}
        options={TESTS}
        onChange={(value) => setTest(TESTS.find((each) => each.value === value)?.value ?? 'equal')}
      />
      {test !== 'nan' && (
        <input
          className={`field ${styles['number']}`}
          aria-label="Value"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Button onClick={() => void find()}>Find next</Button>
      <output className={styles['outcome']} aria-live="polite">
        {outcome}
      </output>
    </form>
  );
}

/** Parses numbers as cells show them, including `∞`, `−∞` and `0x2a`. NaN for other texts. */
function numberOf(text: string): number {
  const plain = text
    .trim()
    .replace('−', '-')
    .replace(/^([+-]?)(?:∞|inf)$/i, '$1Infinity');
  return plain === '' ? Number.NaN : Number(plain);
}
