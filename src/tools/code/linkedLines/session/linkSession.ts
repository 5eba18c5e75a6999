import type { EditorView } from '@codemirror/view';
import { createStore } from 'zustand/vanilla';
import { textsOf } from '#core/project/sourceTexts.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import {
  compiledLines,
  compiledOf,
  pathOf,
  setCompiled,
} from '#tools/code/linkedLines/compiledField.ts';
import {
  bringIntoSight,
  litLines,
  pointing,
  redrawStripes,
  type StripeAt,
  showLit,
  stripeGutter,
} from '#tools/code/linkedLines/editors.ts';
import type { CompiledLines } from '#tools/code/linkedLines/links/compiledLines.ts';
import type { LineIndex } from '#tools/code/linkedLines/links/lineIndex.ts';
import {
  isIn,
  type LinePlace,
  type Links,
  linkedTo,
  type Stripes,
  sourceIn,
  stripesOf,
} from '#tools/code/linkedLines/links/linkedTo.ts';
import { APPROXIMATE, linkHint } from '#tools/code/linkedLines/links/originText.ts';
import type { LinkSession, LinkState } from '#tools/code/linkedLines/state.ts';
import { codeViewExtensions } from '#ui/editor/codeViewExtensions.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';
import { createGoing, createLookup, type Going, type Lookup } from './going.ts';

export function createLinkSession(context: CodeTools): LinkSession {
  const { workspace } = context;
  const store = createStore<LinkState>(() => ({ lookup: { kind: 'none' }, colours: false }));
  const disposer = createDisposer();
  const views: Record<Side, EditorView | null> = { source: null, code: null };
  const lookup = createLookup(context, (state) => store.setState({ lookup: state }));
  const isOpen = () => workspace.store.getState().activeTab === 'target-code';
  const isInSight = () => isOpen() && (views.code?.scrollDOM.clientHeight ?? 0) > 0;
  const lights = createLights({ views, lookup, isOpen, isInSight });
  const going = createGoing({
    ...{ workspace, lookup, analysis: context.analysis },
    views: { source: () => views.source, code: () => views.code },
  });
  const attach = (side: Side, view: EditorView | null) => {
    views[side] = view;
    // The view is still being created.
    if (view) queueMicrotask(() => views[side] === view && lights.relight());
  };
  const compiledText = (path: string) => {
    const code = workspace.store.getState().targetCode;
    return code?.succeeded && code.request ? (ownValue(textsOf(code.request), path) ?? null) : null;
  };
  disposer.add(addFileExtension(sourceExtension({ lights, going, attach, compiledText })));
  disposer.add(codeViewExtensions.add(codeExtension({ lights, going, attach })));

  let colouring: Colouring | null = null;
  const colour = async () => {
    const shown = colouring;
    const { targetCode } = workspace.store.getState();
    const index = shown && isOpen() ? await lookup.want() : null;
    const isCurrent = workspace.store.getState().targetCode === targetCode;
    if (shown === colouring && isCurrent) await shown?.show(index);
  };
  const redraw = () => {
    for (const view of Object.values(views)) if (view) redrawStripes(view);
  };
  disposer.add(
    workspace.store.subscribe((state, before) => {
      if (state.targetCode !== before.targetCode) {
        lookup.drop();
        lights.forget();
        if (views.source) setCompiled(views.source, compiledText);
        void colour();
      } else if (state.activeTab !== before.activeTab) {
        lights.relight();
        if (isOpen()) void colour();
      }
    }),
  );
  disposer.add(() => colouring?.remove());
  disposer.add(lookup.drop);
  const session: LinkSession = {
    store,
    toggleColours() {
      const { colours } = store.getState();
      store.setState({ colours: !colours });
      colouring?.remove();
      colouring = colours ? null : createColouring(context, redraw);
      void colour();
    },
    goToCode: () => goFrom(views.source, going.fromSource),
    goToSource: () => goFrom(views.code, going.fromCode),
    dispose: disposer.dispose,
  };
  return session;
}

/** Focuses the editor first, so that it has the focus even if there is nothing to go to. */
function goFrom(
  view: EditorView | null,
  go: (line: number, column: number) => Promise<void>,
): void {
  if (!view) return;
  view.focus();
  const { head } = view.state.selection.main;
  const { number, from } = view.state.doc.lineAt(head);
  void go(number, head - from);
}

interface EditorOptions {
  readonly lights: Lights;
  readonly going: Going;
  attach(side: Side, view: EditorView | null): void;
}

function sourceExtension({
  lights,
  going,
  attach,
  compiledText,
}: EditorOptions & { compiledText(path: string): string | null }) {
  return [
    compiledLines(compiledText),
    litLines((state, compiled) => compiledOf(state)?.current[compiled] ?? 0),
    pointing({
      onHover: (line) => lights.hover('source', line, null),
      onCursor: (line, column) => lights.cursor('source', line, column),
      onEdit: lights.edited,
      onGo: (line) => void going.fromSource(line),
      onView: (view) => attach('source', view),
      clicksGo: false,
    }),
  ];
}

function codeExtension({ lights, going, attach }: EditorOptions) {
  return [
    litLines(({ doc }, line) => (line <= doc.lines ? line : 0)),
    pointing({
      onHover: (line, column) => lights.hover('code', line, column),
      onCursor: (line, column) => lights.cursor('code', line, column),
      onEdit: () => {},
      onGo: (line, column) => void going.fromCode(line, column),
      onView: (view) => attach('code', view),
      clicksGo: true,
    }),
  ];
}

/** Stripes beside the functions in both editors, until removed. */
type Colouring = ReturnType<typeof createColouring>;

/** @param redraw called when stripes have changed */
function createColouring({ workspace, analysis }: CodeTools, redraw: () => void) {
  let stripes: Stripes | null = null;
  let newest: LineIndex | null = null;
  const set = (next: Stripes | null) => {
    if (stripes === null && next === null) return;
    stripes = next;
    redraw();
  };
  const disposer = createDisposer();
  disposer.add(codeViewExtensions.add(stripeGutter((_state, line) => inCode(stripes, line))));
  const inSource: StripeAt = (state, line) => {
    const path = pathOf(state);
    const lines = compiledOf(state);
    const ofFile = path === null || !stripes ? undefined : ownValue(stripes.source, path);
    return stripes && lines && ofFile ? named(stripes, stripeNear(ofFile, lines, line)) : null;
  };
  disposer.add(addFileExtension(stripeGutter(inSource)));
  return {
    /** Draws the stripes for this code; null removes them. */
    async show(index: LineIndex | null) {
      newest = index;
      const request = workspace.store.getState().targetCode?.request;
      if (!index || !request) return set(null);
      try {
        const functions = await analysis.ask('functionLines', textsOf(request));
        if (newest === index && !disposer.disposed) set(stripesOf(index.map, functions));
      } catch (thrown) {
        reportError(thrown);
      }
    },
    remove: disposer.dispose,
  };
}

function inCode(stripes: Stripes | null, line: number) {
  return stripes && named(stripes, stripes.code[line] ?? 0);
}

function named({ names }: Stripes, stripe: number) {
  const name = names[stripe - 1];
  return name === undefined ? null : { index: stripe - 1, name };
}

/** An edited line belongs to a function if the nearest unedited lines above and below both do. */
function stripeNear(stripes: Uint16Array, { compiled }: CompiledLines, line: number): number {
  let above = line;
  while (above > 0 && compiled[above] === 0) above -= 1;
  if (above === line) return stripes[compiled[line] ?? 0] ?? 0;
  let below = line;
  while (below < compiled.length && compiled[below] === 0) below += 1;
  const stripe = stripes[compiled[above] ?? 0] ?? 0;
  return stripe === (stripes[compiled[below] ?? 0] ?? 0) ? stripe : 0;
}

type Side = LinePlace['side'];

/**
 * The highlighted lines: linked with the line under the pointer, otherwise with the cursor's line.
 * The newer action wins.
 */
type Lights = ReturnType<typeof createLights>;

interface LightsOptions {
  readonly views: Readonly<Record<Side, EditorView | null>>;
  readonly lookup: Lookup;
  /**
   * Whether the target code's tab is open. Called on every movement, so it must not read layout.
   */
  isOpen(): boolean;
  isInSight(): boolean;
}

export function createLights({ views, lookup, isOpen, isInSight }: LightsOptions) {
  let hovered: LinePlace | null = null;
  let cursor: LinePlace | null = null;
  /** In a line of code, all columns of a part count as one place. */
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
  /** Null until the map is available, and while the target code is closed. */
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
    hover(side: Side, line: number | null, column: number | null) {
      const next = line === null ? null : placeOf(side, line, column);
      if (isSame(hovered, next)) return;
      hovered = next;
      void wanted(relight);
    },
    cursor(side: Side, line: number, column: number) {
      const place = placeOf(side, line, column);
      [hovered, cursor] = [null, place];
      void wanted(() => {
        relight();
        if (cursor === place && !hovered) follow(views, links());
      });
    },
    /** Drops the places whose line was edited. */
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
    /** Call when the target code changes. */
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

/** Scrolls the other editor to follow the cursor. */
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
