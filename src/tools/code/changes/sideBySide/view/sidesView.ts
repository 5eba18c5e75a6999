import { type SideRows, SPACER } from '#core/output/codeAlignment/alignment.ts';
import { TARGETS } from '#core/output/compileTarget.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { once } from '#core/util/once.ts';
import { type ShownOutputs, SIDES, type SideName } from '#tools/code/changes/sideBySide/state.ts';
import type { RowChange } from './rowMarks.ts';
import { rowsByKey } from './rowTexts.ts';
import { scrollTogether } from './scrollTogether.ts';
import { createSideView, type SideView } from './sideView.ts';

/** Two outputs that scroll together; what belongs to the line under the pointer is lit in both. */
export interface SidesView {
  show(shown: ShownOutputs | null): void;
  dispose: Dispose;
}

interface SidesViewOptions {
  readonly parents: Readonly<Record<SideName, HTMLElement>>;
  readonly labels: Readonly<Record<SideName, string>>;
  readonly onShowPrelude: (side: SideName) => void;
}

interface ShownSide {
  readonly code: string;
  readonly rows: SideRows;
  /** Made when it is first needed. */
  readonly byKey: () => ReadonlyMap<number, readonly number[]>;
}

type ShownSides = Readonly<Record<SideName, ShownSide | null>>;

const NOTHING: ShownSides = { left: null, right: null };

export function createSidesView({ parents, labels, onShowPrelude }: SidesViewOptions): SidesView {
  let sides = NOTHING;
  let pointed: string | null = null;
  const point = (side: SideName, row: number | null) => {
    const key = row === null ? 0 : (sides[side]?.rows.keys[row] ?? 0);
    const next = row === null || key === 0 ? null : `${side} ${row}`;
    if (next === pointed) return;
    pointed = next;
    for (const name of SIDES) {
      const rows = sides[name]?.byKey().get(key) ?? [];
      views[name].light({ rows, origin: name === side ? row : null });
    }
  };
  const create = (name: SideName) =>
    createSideView(parents[name], labels[name], {
      onPoint: (row) => point(name, row),
      onShowPrelude: () => onShowPrelude(name),
    });
  const views = { left: create('left'), right: create('right') };
  const stopScrolling = scrollTogether(views.left.scroller, views.right.scroller);
  return {
    show(shown) {
      const before = sides;
      sides = shown ? readSides(shown) : NOTHING;
      pointed = null;
      const place = SIDES.map((name) => keptPlace(views[name], name, before, sides)).find(
        (each) => each !== null,
      );
      for (const name of SIDES) views[name].show(contentOf(sides[name], shown, name));
      if (place) views[place.name].scrollToRow(place.row);
    },
    dispose() {
      stopScrolling();
      for (const name of SIDES) views[name].dispose();
    },
  };
}

function readSides({ alignment, ...codes }: ShownOutputs): ShownSides {
  const read = (name: SideName): ShownSide | null => {
    const code = codes[name]?.code;
    const rows = alignment[name];
    return code === undefined || !rows ? null : { code, rows, byKey: once(() => rowsByKey(rows)) };
  };
  return { left: read('left'), right: read('right') };
}

function contentOf(side: ShownSide | null, shown: ShownOutputs | null, name: SideName) {
  const compiled = shown?.[name];
  if (!side || !compiled || !shown) return null;
  return {
    rows: side.rows,
    code: side.code,
    language: TARGETS[compiled.request.target].language,
    change: changeOf(shown, name),
  };
}

function changeOf({ left, right, older }: ShownOutputs, name: SideName): RowChange | null {
  if (!left || !right || older === null) return null;
  return older === name ? 'removed' : 'added';
}

interface Place {
  readonly name: SideName;
  readonly row: number;
}

/** Where the first line in sight is in the rows to come; null if the code is other code, or at its top. */
function keptPlace(
  view: SideView,
  name: SideName,
  before: ShownSides,
  after: ShownSides,
): Place | null {
  const old = before[name];
  const next = after[name];
  const first = view.firstRow();
  if (first === 0 || !old || old.code !== next?.code) return null;
  const line = old.rows.lines.slice(first).find((each) => each > SPACER);
  const row = next.rows.lines.indexOf(line ?? SPACER);
  return line === undefined || row < 0 ? null : { name, row };
}
