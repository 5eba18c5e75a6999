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

/** A read-only, highlighted view of generated code. */
export type CodeView = ReturnType<typeof createCodeView>;

/** Goes back to the place before a jump or a click. */
const RETURN_KEY = [{ key: 'Mod-u', run: undoSelection, preventDefault: true }];

/** @param added what features add to this view */
export function createCodeView(parent: HTMLElement, label: string, added?: ExtensionSlot) {
  const extensions = [
    lineNumbers(),
    bracketMatching(),
    search({ top: true }),
    // Only of places, because the text is read-only.
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
      // A new state: replacing 150 KB in the old one would compare old and new decorations.
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
    /** Wraps lines at the view's width, or not. */
    setWrapping(next: boolean) {
      wraps = next;
      view.dispatch({ effects: wrapping.reconfigure(wrappingOf(wraps)) });
    },
    /** Shows the `#line` directives, which are hidden at first, or hides them. */
    setDirectives(isShown: boolean) {
      showsDirectives = isShown;
      view.dispatch({ effects: showDirectives(isShown) });
    },
    /** Opens the search panel and focuses it. */
    openSearch: () => void openSearchPanel(view),
    dispose() {
      stopAdding?.();
      view.destroy();
    },
  };
}

/** Lines that are hidden together, from the start of the first to the end of the last. */
interface HiddenLines {
  readonly from: number;
  readonly to: number;
}

interface Directives {
  /** All of them; empty while they are shown. */
  readonly all: DecorationSet;
  /** The lines that the cursor is in. */
  readonly opened: HiddenLines | null;
  /** Those that are hidden. */
  readonly hidden: DecorationSet;
  /** The same with the line breaks around them: the cursor goes from a visible line to the next. */
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
 * Hides the `#line` directives of a read-only text. Line numbers stay those of the whole text, which
 * is also what is copied; the lines that a search leads into are shown while the selection is there.
 */
export function lineDirectives(isShown: boolean): Extension {
  return directives.init((state) => hide(state, isShown));
}

/** Shows the directives, or hides them. */
export function showDirectives(isShown: boolean): StateEffect<boolean> {
  return setShown.of(isShown);
}

/** The directives of a text, each with the blank line before it. */
export function directivesIn(text: string): HiddenLines[] {
  const found: HiddenLines[] = [];
  // Looks at lines that may be directives only, since the text may have 30,000.
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

/** The decorations that hide something of the state now. */
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

/** Leaves out the lines that hold the whole selection. */
function open(before: Directives, { selection, doc }: EditorState): Directives {
  const { all } = before;
  const opened = around(all, selection.main);
  if (before.opened?.from === opened?.from) return before;
  const hidden = opened ? without(all, opened) : all;
  return { all, opened, hidden, jumped: jumpedOver(doc, hidden) };
}

function around(all: DecorationSet, { from, to }: HiddenLines): HiddenLines | null {
  // At the start of a text, nobody has put the cursor.
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
