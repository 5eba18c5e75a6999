import type { Column, ElementLayout } from './columns.ts';

const AXES = 'xyzw';

/** One number of each element. A component of a vector or matrix is a column of its own. */
interface NumberColumn extends Column {
  readonly shape: readonly [rows: 1, columns: 1];
}

/** Splits a column into its numbers, such as `position.x` and `transform[0][1]`. */
export function componentsOf(column: Column): NumberColumn[] {
  if (column.components.length === 1) return [{ ...column, shape: [1, 1] }];
  return column.components.map((offset, index) => ({
    ...column,
    name: column.name + suffixOf(column, index),
    typeName: column.typeName.replace(/[1-4](?:x[1-4])?$/, ''),
    offset: column.offset + offset,
    components: [0],
    shape: [1, 1],
  }));
}

export function numberColumns({ columns }: ElementLayout): NumberColumn[] {
  return columns.flatMap(componentsOf);
}

function suffixOf({ shape: [rows, columns] }: Column, index: number): string {
  if (rows === 1) return `.${AXES[index] ?? index}`;
  return `[${Math.floor(index / columns)}][${index % columns}]`;
}

/** The columns that a name refers to: all numbers of a column, or a single component. */
export function columnsNamed(layout: ElementLayout, name: string): NumberColumn[] {
  const whole = layout.columns.find((column) => column.name === name);
  if (whole) return componentsOf(whole);
  return numberColumns(layout).filter((column) => column.name === name);
}
