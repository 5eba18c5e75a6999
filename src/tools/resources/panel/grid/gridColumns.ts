import type { Column, ElementLayout } from '#core/data/columns.ts';
import { componentsOf } from '#core/data/components.ts';

/** A column of the table: a leaf of the type, all elements of an array, or one number of a vector. */
export interface GridColumn {
  readonly title: string;
  readonly typeName: string;
  /** Shown in one cell; several only for an array that is not expanded. */
  readonly leaves: readonly Column[];
  /** Arrays, vectors and matrices that this column expands to, or that begin with it. */
  readonly toggles: readonly Toggle[];
}

export interface Toggle {
  readonly name: string;
  readonly isExpanded: boolean;
}

/** The columns of the table. Arrays, vectors and matrices whose names are in `expanded` have one a part. */
export function gridColumns(
  { columns }: ElementLayout,
  expanded: ReadonlySet<string>,
): GridColumn[] {
  const result: GridColumn[] = [];
  for (let at = 0; at < columns.length; ) {
    const leaves = arrayFrom(columns, at);
    const [first] = leaves;
    if (!first) break;
    at += leaves.length;
    const array = leaves.length > 1 ? arrayName(first.name) : null;
    if (array === null || expanded.has(array)) {
      const parts = leaves.flatMap((leaf) => partsOf(leaf, expanded));
      result.push(...(array === null ? parts : beginningWith(parts, array)));
    } else {
      const toggles = [{ name: array, isExpanded: false }];
      const typeName = `${first.typeName}[${leaves.length}]`;
      result.push({ title: array, typeName, leaves, toggles });
    }
  }
  return result;
}

/** The columns from `at` on that are elements of one array; else the one column. */
function arrayFrom(columns: readonly Column[], at: number): readonly Column[] {
  const first = columns[at];
  if (!first) return [];
  const array = arrayName(first.name);
  if (array === null) return [first];
  let end = at + 1;
  for (; end < columns.length; end += 1) {
    const next = columns[end];
    if (!next || arrayName(next.name) !== array || next.typeName !== first.typeName) break;
  }
  return columns.slice(at, end);
}

/** `a.b` of `a.b[2]`; null if the last part of the name has no index. */
function arrayName(name: string): string | null {
  return /^(.*?)(?<!\[\d+\])(?:\[\d+\])+$/.exec(name)?.[1] ?? null;
}

function partsOf(column: Column, expanded: ReadonlySet<string>): GridColumn[] {
  const { name, typeName, components } = column;
  if (components.length < 2) return [{ title: name, typeName, leaves: [column], toggles: [] }];
  if (!expanded.has(name)) {
    return [{ title: name, typeName, leaves: [column], toggles: [{ name, isExpanded: false }] }];
  }
  const parts = componentsOf(column).map(
    (leaf): GridColumn => ({
      title: leaf.name,
      typeName: leaf.typeName,
      leaves: [leaf],
      toggles: [],
    }),
  );
  return beginningWith(parts, name);
}

/** The first column collapses the rest again. */
function beginningWith(parts: readonly GridColumn[], name: string): GridColumn[] {
  return parts.map((part, index) =>
    index > 0 ? part : { ...part, toggles: [{ name, isExpanded: true }, ...part.toggles] },
  );
}
