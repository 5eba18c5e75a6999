import styles from './DataGrid.module.css';
import type { ModelColumn } from './tableModel.ts';

interface TableHeadProps {
  readonly column: ModelColumn;
  readonly onToggle: (name: string) => void;
}

export function TableHead({ column: { title, typeName, toggles }, onToggle }: TableHeadProps) {
  return (
    <>
      <span className={styles['titleLine']}>
        {toggles.map(({ name, isExpanded }) => (
          <button
            key={name}
            type="button"
            className={styles['toggle']}
            aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${name}`}
            title={`${isExpanded ? 'Collapse' : 'Expand'} ${name}`}
            aria-expanded={isExpanded}
            onClick={() => onToggle(name)}
          >
            {isExpanded ? '▾' : '▸'}
          </button>
        ))}
        <span className={styles['titleText']} title={title}>
          {title}
        </span>
      </span>
      {typeName !== '' && <span className={styles['type']}>{typeName}</span>}
    </>
  );
}
