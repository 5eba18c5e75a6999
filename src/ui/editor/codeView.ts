import { defaultKeymap, history, undoSelection } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { openSearchPanel, search } from '@codemirror/search';
import {
  Compartment,
  EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { isLineDirective } from '#core/output/lineDirectives.ts';
import { spirvIds } from '#ui/editor/spirv/spirvIds.ts';
import { type CodeLanguage, codeLanguage } from './codeLanguages.ts';
import type { ExtensionSlot } from './extensionSlot.ts';
import { readOnlyCode } from './readOnlyCode.ts';
import { replaceState } from './replaceState.ts';
import { searchAndLineKeys } from './searchKeys.ts';

export type CodeView = ReturnType<typeof createCodeView>;

/** Goes back to where the selection was before a jump or a click. */
const RETURN_KEY = [{ key: 'Mod-u', run: undoSelection, preventDefault: true }];

/** @param added the extensions that features add to this view */
export function createCodeView(parent: HTMLElement, label: string, added?: ExtensionSlot) {
  const extensions = [
    lineNumbers(),
    bracketMatching(),
    search({ top: true }),
    // Keeps the history of selections only, because the text is read-only.
    history(),
    keymap.of([...RETURN_KEY, ...defaultKeymap, ...searchAndLineKeys]),
    readOnlyCode(label),
  ];
  const wrapping = new Compartment();
  const wrappingOf = (wraps: boolean): Extension => (wraps ? EditorView.lineWrapping : []);
  const view = new EditorView({
    parent,
    state: EditorState.create({ extensions: [extensions, wrapping.of([])] }),
  });
  const stopAdding = added?.accept(view);
  let wraps = false;
  let showsDirectives = false;
  let shown: { readonly text: string; readonly language: CodeLanguage } | undefined;
  return {
    show(text: string, language: CodeLanguage) {
      if (shown?.text === text && shown.language === language) return;
      shown = { text, language };
      // Set a new state: replacing 150 KB in the old one would compare old and new decorations.
      replaceState(
        view,
        EditorState.create({
          doc: text,
          extensions: [
            codeLanguage(language),
            language === 'spirv' ? spirvIds : [],
            extensions,
            wrapping.of(wrappingOf(wraps)),
            lineDirectives(showsDirectives),
            added?.extensions() ?? [],
          ],
        }),
      );
    },
    setWrapping(next: boolean) {
      wraps = next;
      view.dispatch({ effects: wrapping.reconfigure(wrappingOf(wraps)) });
    },
    /** Shows or hides the `#line` directives, which are hidden initially. */
    setDirectives(isShown: boolean) {
      showsDirectives = isShown;
      view.dispatch({ effects: showDirectives(isShown) });
    },
    openSearch: () => void openSearchPanel(view),
    dispose() {
      stopAdding?.();
      view.destroy();
    },
  };
}

/** A block of lines hidden together, from the start of its first line to the end of its last. */
interface HiddenLines {
  readonly from: number;
  readonly to: number;
}

interface Directives {
  /** All directives; empty while directives are shown. */
  readonly all: DecorationSet;
  /** The block that contains the selection, and is therefore visible. */
  readonly opened: HiddenLines | null;
  readonly hidden: DecorationSet;
  /**
   * The hidden ranges with the adjacent line breaks, which make the cursor skip to the next visible
   * line.
   */
  readonly jumped: RangeSet<RangeValue>;
}

const WORD = '#line';
const HIDDEN = Decoration.replace({ block: true });
const JUMPED_OVER = new (class extends RangeValue {})();

const setShown = StateEffect.define<boolean>();

const directives = StateField.define<Directives>({
  create: (state) => hide(state, false),
  update(before, { effects, selection, state }) {
    const shown = effects.findLast((effect) => effect.is(setShown));
    if (shown) return hide(state, shown.value);
    return selection ? open(before, state) : before;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ hidden }) => hidden),
    EditorView.atomicRanges.from(
      field,
      ({ jumped }) =>
        () =>
          jumped,
    ),
  ],
});

/**
 * Hides the `#line` directives of a read-only text. Line numbers and copied text still cover the
 * whole text. A block that contains the selection, such as a search match, stays visible.
 */
export function lineDirectives(isShown: boolean): Extension {
  return directives.init((state) => hide(state, isShown));
}

export function showDirectives(isShown: boolean): StateEffect<boolean> {
  return setShown.of(isShown);
}

/** The directives of a text, each with the blank line before it. */
export function directivesIn(text: string): HiddenLines[] {
  const found: HiddenLines[] = [];
  // Checks only lines that contain the word, because the text may have 30,000 lines.
  for (let at = text.indexOf(WORD); at >= 0; at = text.indexOf(WORD, at + WORD.length)) {
    const from = text.lastIndexOf('\n', at) + 1;
    if (!isLineDirective(text.slice(from, at + WORD.length + 1))) continue;
    const end = text.indexOf('\n', at);
    const to = end < 0 ? text.length : end;
    const before = from < 2 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
    const isAfterBlank = from > 0 && text.slice(before, from).trim() === '';
    const start = isAfterBlank ? before : from;
    const last = found.at(-1);
    if (last && last.to + 1 >= start) found[found.length - 1] = { from: last.from, to };
    else found.push({ from: start, to });
  }
  return found;
}

export function hiddenIn(state: EditorState): DecorationSet {
  return state.field(directives, false)?.hidden ?? Decoration.none;
}

const NONE: Directives = {
  all: Decoration.none,
  opened: null,
  hidden: Decoration.none,
  jumped: RangeSet.empty,
};

function hide(state: EditorState, isShown: boolean): Directives {
  if (isShown) return NONE;
  const ranges = directivesIn(state.doc.toString()).map(({ from, to }) => HIDDEN.range(from, to));
  const all = Decoration.set(ranges);
  const jumped = jumpedOver(state.doc, all);
  return open({ ...{ all, jumped }, opened: null, hidden: all }, state);
}

/** Shows the block that contains the whole selection. */
function open(before: Directives, { selection, doc }: EditorState): Directives {
  const { all } = before;
  const opened = around(all, selection.main);
  if (before.opened?.from === opened?.from) return before;
  const hidden = opened ? without(all, opened) : all;
  return { all, opened, hidden, jumped: jumpedOver(doc, hidden) };
}

function around(all: DecorationSet, { from, to }: HiddenLines): HiddenLines | null {
  // A cursor at offset 0 is the initial one: the user did not put it there.
  if (to === 0) return null;
  let found: HiddenLines | null = null;
  all.between(from, to, (start, end) => {
    if (start <= from && to <= end) found = { from: start, to: end };
  });
  return found;
}

function without(all: DecorationSet, { from, to }: HiddenLines): DecorationSet {
  return all.update({ filterFrom: from, filterTo: to, filter: (start) => start !== from });
}

function jumpedOver({ length }: Text, hidden: DecorationSet): RangeSet<RangeValue> {
  const builder = new RangeSetBuilder<RangeValue>();
  for (const cursor = hidden.iter(); cursor.value; cursor.next()) {
    builder.add(Math.max(0, cursor.from - 1), Math.min(length, cursor.to + 1), JUMPED_OVER);
  }
  return builder.finish();
}
