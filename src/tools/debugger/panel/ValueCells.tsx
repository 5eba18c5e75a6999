import {
  colorOf,
  fullText,
  hasNonFinite,
  shortText,
  typeText,
} from '#tools/debugger/trace/formatValue.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { ChevronIcon } from './icons.tsx';
import styles from './Variables.module.css';
import type { ValueRow } from './valueRows.ts';

interface RowCellsProps {
  readonly row: ValueRow;
  readonly onToggle: (path: string) => void;
}

/** The cells of a row: name, value, type. */
export function ValueCells({ row, onToggle }: RowCellsProps) {
  const { name, path, depth, value, before, isOpen } = row;
  const full = fullText(value);
  const color = colorOf(name, value);
  return (
    <>
      <td title={name} style={{ paddingLeft: `calc(14px + ${depth * 0.9}rem)` }}>
        {isOpen === null ? (
          <span className={styles['plain']}>{name}</span>
        ) : (
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={isOpen}
            onClick={() => onToggle(path)}
          >
            <ChevronIcon />
            <span className={styles['part']}>{name}</span>
          </button>
        )}
      </td>
      <td className={styles['value']} data-non-finite={hasNonFinite(value) || undefined}>
        <div className={styles['content']}>
          {color && <span className={styles['swatch']} style={{ background: color }} />}
          <span className={styles['text']} title={full}>
            {shortText(value)}
          </span>
          {before && !isOpen && (
            // Drawn by the style sheet: the cell's text is the value alone.
            <span
              className={styles['before']}
              title={`Before this step: ${fullText(before)}`}
              data-before={shortText(before)}
            />
          )}
          <CopyButton label={`Copy ${name}`} text={() => full} />
        </div>
      </td>
      <td className={styles['type']}>{typeText(value)}</td>
    </>
  );
}
