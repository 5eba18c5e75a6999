import { type Column, componentsOf, type ElementLayout } from '#core/data/columns.ts';

/** A column of the table: a leaf of the type, a whole array, or one component of a vector. */
export interface GridColumn {
  readonly title: string;
  readonly typeName: string;
  /** The leaves in each cell; more than one only for a collapsed array. */
  readonly leaves: readonly Column[];
  /** Arrays, vectors and matrices that this column can expand, or whose first column it is. */
  readonly toggles: readonly Toggle[];
}

export interface Toggle {
  readonly name: string;
  readonly isExpanded: boolean;
}

/** The columns of the table. Arrays, vectors and matrices in `expanded` get one column per part. */
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

/** The columns of the array that starts at `at`, or only the column at `at`. */
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

/** For example, `a.b` for `a.b[2]`; null if the name does not end with an index. */
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

/** Lets the first column collapse the others. */
function beginningWith(parts: readonly GridColumn[], name: string): GridColumn[] {
  return parts.map((part, index) =>
    index > 0 ? part : { ...part, toggles: [{ name, isExpanded: true }, ...part.toggles] },
  );
}
