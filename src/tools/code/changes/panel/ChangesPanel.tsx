import { defaultKeymap } from '@codemirror/commands';
import { openSearchPanel, search } from '@codemirror/search';
import {
  EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CompileTarget, TARGETS } from '#core/output/compileTarget.ts';
import type { ChangeRows, CodeDifference } from '#core/output/difference/codeDifference.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { linesText } from '#core/util/countText.ts';
import { partitionPoint } from '#core/util/partitionPoint.ts';
import type { ChangesSession } from '#tools/code/changes/session/changesSession.ts';
import { SidesIcon, SwapIcon } from '#tools/code/changes/sideBySide/panel/icons.tsx';
import type { SidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import { progressText } from '#tools/code/changes/sideBySide/state.ts';
import type { ChangesState, Output } from '#tools/code/changes/state.ts';
import { Button } from '#ui/Button.tsx';
import { type CodeLanguage, codeLanguage } from '#ui/editor/codeLanguages.ts';
import { readOnlyCode } from '#ui/editor/readOnlyCode.ts';
import { replaceState } from '#ui/editor/replaceState.ts';
import { searchKeys } from '#ui/editor/searchKeys.ts';
import { Part } from '#ui/faults/Part.tsx';
import { Icon, SearchIcon } from '#ui/icons.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import type { WorkspaceState } from '#workspace/state.ts';
import styles from './ChangesPanel.module.css';

const NOTHING =
  'Nothing is compiled yet. Compile the source, edit it, and compile it again to see what the edit changes.';
const FAILED = 'The newest compile failed. This is the change before it.';

interface ChangesProps {
  readonly session: ChangesSession;
  readonly sides: SidesSession;
  readonly view: RefObject<ChangesView | null>;
}

const SidesPanel = lazyPanel(
  'The comparison',
  async () => (await import('#tools/code/changes/sideBySide/panel/SidesPanel.tsx')).SidesPanel,
);

/**
 * What the last edit changed in the code of its target and entry point, or two outputs side by
 * side.
 */
export function ChangesPanel({ session, sides, view }: ChangesProps) {
  const state = useStore(session.store);
  const isComparing = useStore(sides.store, ({ kind }) => kind === 'open');
  if (isComparing) {
    return (
      <Part name="“Compare outputs”" onClose={sides.close}>
        <SidesPanel session={sides} />
      </Part>
    );
  }
  if (state.kind !== 'compared' || !state.difference.rows) return null;
  return <Difference rows={state.difference.rows} target={state.output.target} view={view} />;
}

export function ChangesToolbar(props: ChangesProps) {
  const { sides } = props;
  const state = useStore(sides.store);
  const isComparing = state.kind === 'open';
  return (
    <div className={styles['bar']}>
      {isComparing ? (
        <>
          <p className={styles['status']} role="status">
            {progressText(state)}
          </p>
          <Button kind="small" hint="Swap the two sides" onClick={sides.swap}>
            <SwapIcon />
            Swap sides
          </Button>
        </>
      ) : (
        <ChangesStatus {...props} />
      )}
      <Button
        kind="small"
        hint={
          isComparing
            ? 'Back to the changes of the last edit'
            : 'Two outputs side by side: another target, entry point or version'
        }
        pressed={isComparing}
        onClick={isComparing ? sides.close : sides.open}
      >
        <SidesIcon />
        Compare outputs
      </Button>
    </div>
  );
}

function ChangesStatus({ session, view }: ChangesProps) {
  const state = useStore(session.store);
  const hasFailed = useStore(session.context.workspace.store, newestFailed);
  const isShown = state.kind === 'compared' && state.difference.rows !== null;
  return (
    <>
      <p className={styles['status']} role="status">
        {statusText(state)}
        {hasFailed && isShown && <strong> {FAILED}</strong>}
        {hasFailed && !isShown && <strong> The newest compile failed.</strong>}
      </p>
      {isShown && <Movements goToChange={(direction) => view.current?.goToChange(direction)} />}
      {isShown && (
        <Button
          kind="icon"
          label="Find in changes"
          hint="Find in changes (Ctrl+F)"
          onClick={() => view.current?.openSearch()}
        >
          <SearchIcon />
        </Button>
      )}
    </>
  );
}

interface MovementsProps {
  readonly goToChange: (direction: 1 | -1) => void;
}

function Movements({ goToChange }: MovementsProps) {
  return (
    <>
      <Button
        kind="icon"
        label="Previous change"
        hint="Previous change (Shift+F7)"
        onClick={() => goToChange(-1)}
      >
        <PreviousIcon />
      </Button>
      <Button kind="icon" label="Next change" hint="Next change (F7)" onClick={() => goToChange(1)}>
        <NextIcon />
      </Button>
    </>
  );
}

interface DifferenceProps {
  readonly rows: ChangeRows;
  readonly target: CompileTarget;
  readonly view: RefObject<ChangesView | null>;
}

function Difference({ rows, target, view }: DifferenceProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const created = createChangesView(parent.current, 'Changes of the target code');
    view.current = created;
    return () => {
      view.current = null;
      created.dispose();
    };
  }, [view]);
  useEffect(() => {
    view.current?.show(rows, TARGETS[target].language);
  }, [view, rows, target]);
  return <div ref={parent} className={styles['view']} />;
}

function newestFailed({ compilation }: WorkspaceState): boolean {
  return compilation.kind === 'done' && !compilation.succeeded;
}

function statusText(state: ChangesState): string {
  switch (state.kind) {
    case 'nothing':
      return NOTHING;
    case 'first':
      return `${describeOutput(state.output)}: this is the first compile. Edit the source and compile it again to see what the edit changes.`;
    case 'too large':
      return `${describeOutput(state.output)}: the code is too large to be kept for the next compile.`;
    case 'failed':
      return `${describeOutput(state.output)}: ${state.reason} Compile again to compare.`;
    case 'compared': {
      const { difference, output } = state;
      if (difference.rows) {
        return `${describeOutput(output)}: ${describeDifference(difference)}.`;
      }
      return difference.renamed > 0
        ? `${describeOutput(output)}: the code is the same except for renamed temporaries.`
        : `${describeOutput(output)}: the code is the same.`;
    }
    default:
      return assertNever(state);
  }
}

function describeOutput({ target, entryPoint }: Output): string {
  return entryPoint === null ? target : `${target}, ${entryPoint}`;
}

function PreviousIcon() {
  return (
    <Icon>
      <path d="M8 13V3.5M4 7l4-3.7L12 7" />
    </Icon>
  );
}

function NextIcon() {
  return (
    <Icon>
      <path d="M8 3v9.5M4 9l4 3.7L12 9" />
    </Icon>
  );
}

/** A read-only, single-column view of an edit's changes. */
type ChangesView = ReturnType<typeof createChangesView>;

function createChangesView(parent: HTMLElement, label: string) {
  let rows: ChangeRows | null = null;
  const view = new EditorView({ parent });
  const go = (direction: 1 | -1) => {
    if (rows) goToChange(view, rows, direction);
    return true;
  };
  const keys: KeyBinding[] = [
    { key: 'F7', run: () => go(1), shift: () => go(-1), preventDefault: true },
  ];
  const common: Extension = [
    // Wrap, so that changes in a long line stay visible.
    EditorView.lineWrapping,
    search({ top: true }),
    // Omit “Go to line”: row numbers differ from the line numbers shown.
    keymap.of([...keys, ...defaultKeymap, ...searchKeys]),
    readOnlyCode(label),
  ];
  return {
    show(next: ChangeRows, language: CodeLanguage) {
      rows = next;
      const { lines } = next;
      const numbers = lineNumbers({ formatNumber: (row) => `${lines[row - 1] || ''}` });
      replaceState(
        view,
        EditorState.create({
          doc: next.text,
          extensions: [
            codeLanguage(language),
            numbers,
            changeMarks(next),
            foldedRows(next),
            common,
          ],
        }),
      );
    },
    /** Goes to the next (1) or previous (-1) change, and wraps around at the ends. */
    goToChange: go,
    openSearch: () => void openSearchPanel(view),
    dispose: () => view.destroy(),
  };
}

function goToChange(view: EditorView, { changes }: ChangeRows, direction: 1 | -1): void {
  const { doc, selection } = view.state;
  const row = doc.lineAt(selection.main.head).number - 1;
  // Before the first move, the cursor is at the start. If the first row has changed, don't skip it.
  const isAtStart = selection.main.head === 0 && !view.hasFocus;
  const next =
    direction === 1
      ? (changes.find((change) => change > row || (isAtStart && change === row)) ?? changes[0])
      : (changes.findLast((change) => change < row) ?? changes.at(-1));
  if (next === undefined) return;
  const { from } = doc.line(next + 1);
  view.dispatch({
    selection: { anchor: from },
    effects: [unfoldAt(from), EditorView.scrollIntoView(from, { y: 'center' })],
  });
  view.focus();
}

const unfold = StateEffect.define<number>();

/** Unfolds the folded rows at an offset, if any. */
function unfoldAt(offset: number): StateEffect<number> {
  return unfold.of(offset);
}

class Fold extends WidgetType {
  readonly #rows: number;

  constructor(rows: number) {
    super();
    this.#rows = rows;
  }

  override eq(other: Fold) {
    return other.#rows === this.#rows;
  }

  override get estimatedHeight() {
    return 26;
  }

  override toDOM(view: EditorView) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-folded-rows';
    button.textContent = `Show ${linesText(this.#rows)}`;
    button.addEventListener('click', () => {
      const offset = view.posAtDOM(button);
      view.dispatch({ selection: { anchor: offset }, effects: unfoldAt(offset) });
      view.focus();
    });
    return button;
  }

  // The button handles its own clicks and keys.
  override ignoreEvent() {
    return true;
  }
}

const appearance = EditorView.theme({
  '.cm-folded-rows': {
    display: 'block',
    width: '100%',
    padding: '3px 12px',
    border: 'none',
    background: 'var(--surface-raised)',
    color: 'var(--text-quiet)',
    font: 'inherit',
    fontFamily: 'var(--font-ui)',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '.cm-folded-rows:hover': { color: 'var(--text)', textDecoration: 'underline' },
  '.cm-folded-rows:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
});

/** Folds rows far from any change. */
function foldedRows({ folds }: ChangeRows): Extension {
  const field = StateField.define<DecorationSet>({
    create: ({ doc }) =>
      Decoration.set(
        folds.map(({ from, to }) =>
          Decoration.replace({ widget: new Fold(to - from), block: true }).range(
            doc.line(from + 1).from,
            doc.line(to).to,
          ),
        ),
      ),
    update(shown, { effects, selection, state }) {
      let next = shown;
      const show = (offset: number) => {
        next = next.update({ filter: (from, to) => offset < from || offset > to });
      };
      for (const effect of effects) if (effect.is(unfold)) show(effect.value);
      // A search can select text in folded lines.
      if (selection && !state.selection.main.empty) show(state.selection.main.head);
      return next;
    },
    provide: (shown) => [
      EditorView.decorations.from(shown),
      EditorView.atomicRanges.of((view) => view.state.field(shown)),
    ],
  });
  return [field, appearance];
}

type Counts = Pick<CodeDifference, 'added' | 'removed'>;

/** Such as `+3 −1`. */
export function countText({ added, removed }: Counts): string {
  const counts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`];
  return counts.filter((each) => each !== false).join(' ');
}

/** Such as `3 lines added, 1 line removed`. */
export function describeDifference({ added, removed }: Counts): string {
  const parts = [
    added > 0 && `${linesText(added)} added`,
    removed > 0 && `${linesText(removed)} removed`,
  ];
  return parts.filter((each) => each !== false).join(', ');
}

class Sign extends GutterMarker {
  readonly #text: string;

  constructor(text: string, name: string) {
    super();
    this.#text = text;
    this.elementClass = name;
  }

  override toDOM() {
    return document.createTextNode(this.#text);
  }
}

const ADDED_SIGN = new Sign('+', 'cm-added-sign');
const REMOVED_SIGN = new Sign('−', 'cm-removed-sign');

// Roles, so that screen readers announce what the signs show.
const LINES = {
  added: Decoration.line({ class: 'cm-added-row', attributes: { role: 'insertion' } }),
  removed: Decoration.line({ class: 'cm-removed-row', attributes: { role: 'deletion' } }),
} as const;

const WORDS = {
  added: Decoration.mark({ class: 'cm-added-word' }),
  removed: Decoration.mark({ class: 'cm-removed-word' }),
} as const;

const markAppearance = EditorView.theme({
  '.cm-added-row, .cm-added-sign': { backgroundColor: 'var(--added)' },
  '.cm-removed-row, .cm-removed-sign': { backgroundColor: 'var(--removed)' },
  '.cm-added-word': { backgroundColor: 'var(--added-strong)', borderRadius: '2px' },
  '.cm-removed-word': { backgroundColor: 'var(--removed-strong)', borderRadius: '2px' },
  '.cm-change-signs': { color: 'var(--text)', fontWeight: '600' },
  '.cm-change-signs .cm-gutterElement': { width: '1.1em', textAlign: 'center' },
  '@media (forced-colors: active)': {
    '.cm-added-word, .cm-removed-word': { textDecoration: 'underline' },
  },
});

function changeMarks(rows: ChangeRows): Extension {
  return [
    gutter({
      class: 'cm-change-signs',
      lineMarker(view, { from }) {
        const sign = rows.signs[view.state.doc.lineAt(from).number - 1] ?? 0;
        if (sign === 0) return null;
        return sign > 0 ? ADDED_SIGN : REMOVED_SIGN;
      },
      initialSpacer: () => ADDED_SIGN,
    }),
    highlightActiveLineGutter(),
    EditorView.decorations.of((view) => marksIn(view, rows)),
    markAppearance,
  ];
}

/** The marks in the visible ranges. The editor splits a very long line into several of them. */
export function marksIn(
  { state: { doc }, visibleRanges }: Pick<EditorView, 'state' | 'visibleRanges'>,
  { signs, words }: ChangeRows,
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let row = 1;
  for (const { from, to } of visibleRanges) {
    const last = doc.lineAt(to).number;
    row = Math.max(row, doc.lineAt(from).number);
    let word = firstWordFrom(words, doc.lineAt(from).from);
    for (; row <= last; row += 1) {
      const sign = signs[row - 1] ?? 0;
      if (sign === 0) continue;
      const kind = sign > 0 ? 'added' : 'removed';
      const line = doc.line(row);
      builder.add(line.from, line.from, LINES[kind]);
      for (let at = words[word]; at && at.from < line.to; at = words[word]) {
        builder.add(at.from, at.to, WORDS[kind]);
        word += 1;
      }
    }
  }
  return builder.finish();
}

function firstWordFrom(words: ChangeRows['words'], offset: number): number {
  return partitionPoint(0, words.length, (index) => (words[index]?.from ?? 0) < offset);
}
