import { type FormEvent, useState } from 'react';
import type { ElementLayout } from '#core/data/columns.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './ResourcesPanel.module.css';

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
