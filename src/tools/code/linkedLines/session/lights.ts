import type { EditorView } from '@codemirror/view';
import { bringIntoSight } from '#tools/code/linkedLines/editor/bringIntoSight.ts';
import { compiledOf, pathOf } from '#tools/code/linkedLines/editor/compiledField.ts';
import { showLit } from '#tools/code/linkedLines/editor/litLines.ts';
import {
  isIn,
  type LinePlace,
  type Links,
  linkedTo,
  sourceIn,
} from '#tools/code/linkedLines/links/linkedTo.ts';
import { APPROXIMATE, linkHint } from '#tools/code/linkedLines/links/originText.ts';
import type { Lookup } from './lookup.ts';

export type Side = LinePlace['side'];

/** Which lines are lit: those of the line under the pointer, else of the cursor's newest line. */
export interface Lights {
  hover(side: Side, line: number | null, column: number | null): void;
  cursor(side: Side, line: number, column: number): void;
  /** The source was edited. */
  edited(): void;
  /** Other code is shown. */
  forget(): void;
  relight(): void;
}

interface LightsOptions {
  readonly views: Readonly<Record<Side, EditorView | null>>;
  readonly lookup: Lookup;
  /** Whether the tab of the target code is open. Asked at each movement, so it reads no layout. */
  isOpen(): boolean;
  /** Whether a person can see the target code. */
  isInSight(): boolean;
}

export function createLights({ views, lookup, isOpen, isInSight }: LightsOptions): Lights {
  let hovered: LinePlace | null = null;
  let cursor: LinePlace | null = null;
  /** A column tells the part of a line of code, so all columns of a part are the same place. */
  const placeOf = (side: Side, line: number, column: number | null): LinePlace | null => {
    if (side === 'code') {
      const state = lookup.state();
      const parts = state.kind === 'there' ? state.index.partsOfCode(line) : [];
      const part = parts.find(({ codeColumns }) => isIn(codeColumns, column));
      return { side, line, column: part?.codeColumns?.from ?? null };
    }
    const path = views.source && pathOf(views.source.state);
    const compiled = views.source && compiledOf(views.source.state)?.compiled[line];
    return path && compiled ? { side, path, line: compiled } : null;
  };
  /** Null until the map is there, and while the target code is closed. */
  const links = (): Links | null => {
    const state = lookup.state();
    const place = hovered ?? cursor;
    return state.kind === 'there' && place && isOpen() ? linkedTo(state.index, place) : null;
  };
  const relight = () => show(views, links());
  const wanted = async (then: () => void) => {
    if (lookup.state().kind === 'there') return then();
    if (isInSight() && (await lookup.want())) then();
  };
  return {
    relight,
    hover(side, line, column) {
      const next = line === null ? null : placeOf(side, line, column);
      if (isSame(hovered, next)) return;
      hovered = next;
      void wanted(relight);
    },
    cursor(side, line, column) {
      const place = placeOf(side, line, column);
      [hovered, cursor] = [null, place];
      void wanted(() => {
        relight();
        if (cursor === place && !hovered) follow(views, links());
      });
    },
    edited() {
      const state = views.source?.state;
      const isGone = (place: LinePlace | null) =>
        state !== undefined &&
        place?.side === 'source' &&
        place.path === pathOf(state) &&
        compiledOf(state)?.current[place.line] === 0;
      if (isGone(hovered)) hovered = null;
      if (isGone(cursor)) cursor = null;
      relight();
    },
    forget() {
      [hovered, cursor] = [null, null];
      relight();
    },
  };
}

function isSame(one: LinePlace | null, other: LinePlace | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.line !== other.line) return false;
  if (one.side === 'code') return other.side === 'code' && one.column === other.column;
  return other.side === 'source' && one.path === other.path;
}

function show({ source, code }: LightsOptions['views'], links: Links | null): void {
  if (links === null) {
    for (const view of [source, code]) if (view) showLit(view, null);
    return;
  }
  const { place, isApproximate } = links;
  const shownPath = source && pathOf(source.state);
  const hintOfOthers = isApproximate ? APPROXIMATE : null;
  const looks = (side: Side) => ({
    origin: place.side === side ? place.line : null,
    isApproximate,
    hint: place.side === side ? linkHint(links, shownPath) : hintOfOthers,
  });
  if (code) showLit(code, { lines: links.code, ranges: links.codeRanges, ...looks('code') });
  const shown = sourceIn(links, shownPath);
  if (source) showLit(source, shown && { ...shown, ...looks('source') });
}

/** The other editor follows the cursor. */
function follow({ source, code }: LightsOptions['views'], links: Links | null): void {
  if (links?.place.side === 'source' && code) bringIntoSight(code, links.code);
  const shown = links && source && sourceIn(links, pathOf(source.state));
  if (links?.place.side !== 'code' || !source || !shown) return;
  const current = compiledOf(source.state)?.current;
  bringIntoSight(
    source,
    shown.lines.flatMap((line) => current?.[line] || []),
  );
}
