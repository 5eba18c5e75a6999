import { type Extension, Prec } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, ViewPlugin } from '@codemirror/view';
import type { StoreApi } from 'zustand/vanilla';
import { MAIN_FILE } from '#core/project/project.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { DEBUGGER_COMMANDS, type DebuggerCommand } from '#tools/debugger/debuggerCommands.ts';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState, ShownTrace } from '#tools/debugger/state.ts';
import { watchedNow, watchedText } from '#tools/debugger/trace/computedValue.ts';
import { fullText } from '#tools/debugger/trace/formatValue.ts';
import { conditionProblem } from '#tools/debugger/trace/names.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import { shownPlace } from '#tools/debugger/trace/shownLine.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';
import {
  type BreakpointOptions,
  breakpointKeys,
  breakpoints,
  cursorLine,
  openCondition,
  showBreakpoints,
} from './breakpoints.ts';
import { expressionHover, type SizeText, type ValueText } from './expressionHover.ts';
import {
  type InlineTrace,
  inlineTrace,
  revealCurrentLine,
  showTrace,
  traceAtStep,
  tracedLine,
} from './inlineTrace.ts';
import type { VisibleFile } from './visibleFile.ts';

interface SourceBinding extends Pick<InlineDebugger, 'cursorLine' | 'editCondition'> {
  dispose: Dispose;
}

/**
 * Keeps the visible file of the source editor and the debugger in sync. While there are breakpoints, they stay in the
 * editor even if the debugger is closed, so that they move with the text.
 */
export function bindSource(
  store: StoreApi<DebuggerState>,
  commands: DebuggerCommands,
  file: VisibleFile,
  open: (options: InlineDebuggerOptions) => InlineDebugger = openInlineDebugger,
): SourceBinding {
  let inline: InlineDebugger | null = null;
  let traced: ShownTrace | null = null;
  let tracedPath = '';
  /** The file that a step shows, until the editor has it. */
  let followed: string | null = null;
  const breakpointsNow = () =>
    store.getState().breakpoints.filter((each) => isIn(file.path(), each));
  const traceNow = () => {
    const { isOpen, shown } = store.getState();
    return isOpen && shown ? traceAtStep(shown, file.path()) : null;
  };
  const first = { trace: traceNow, breakpoints: breakpointsNow };
  const options = { ...handlers(store, commands, file), first };
  const close = () => {
    inline?.dispose();
    inline = null;
    traced = null;
  };
  const show = ({ isOpen, shown, breakpoints }: DebuggerState) => {
    if (!isOpen && breakpoints.length === 0) return close();
    inline ??= open(options);
    const path = file.path();
    inline.showBreakpoints(breakpointsNow());
    const wanted = isOpen ? shown : null;
    if (wanted === traced && (path === tracedPath || !wanted)) return;
    const next = wanted && wanted !== traced ? fileOfStep(traced, wanted, path) : null;
    traced = wanted;
    tracedPath = path;
    inline.showTrace(traceNow());
    if (path === followed) inline.reveal();
    followed = next;
    if (next !== null) file.show(next);
  };
  const stopFollowing = file.subscribe(() => show(store.getState()));
  const unsubscribe = store.subscribe(show);
  show(store.getState());
  return {
    cursorLine: () => inline?.cursorLine() ?? null,
    editCondition: (line) => inline?.editCondition(line) ?? false,
    dispose() {
      unsubscribe();
      stopFollowing();
      close();
    },
  };
}

function isIn(path: string, { path: own = MAIN_FILE }: Breakpoint): boolean {
  return own === path;
}

/**
 * The file to show for a step, if it is another one: that of the step's line after a movement, and
 * after a new trace only if the visible file is not recorded.
 */
function fileOfStep(before: ShownTrace | null, now: ShownTrace, visible: string): string | null {
  const isMoved =
    before?.replay === now.replay &&
    (before.step !== now.step || before.stackFrame !== now.stackFrame);
  const isRecorded = now.replay.trace.program.files.some(({ path }) => path === visible);
  const place = isMoved || !isRecorded ? shownPlace(now) : null;
  return place && place.path !== visible ? place.path : null;
}

function handlers(
  store: StoreApi<DebuggerState>,
  commands: DebuggerCommands,
  file: VisibleFile,
): Omit<InlineDebuggerOptions, 'first'> {
  const placeAt = (line: number) => ({ path: file.path(), line });
  return {
    onToggleBreakpoint: commands.toggleBreakpoint,
    onPaint(line) {
      if (file.path() === MAIN_FILE) commands.paintLine(line);
    },
    onCondition(line, condition) {
      const { shown } = store.getState();
      const problem = condition === null ? null : conditionProblem(condition, shown);
      if (problem !== null) return problem;
      commands.setBreakpoint({ ...placeAt(line), condition });
      return null;
    },
    onBreakpointsMoved(moved) {
      const others = store.getState().breakpoints.filter((each) => !isIn(file.path(), each));
      store.setState({ breakpoints: [...others, ...moved] });
    },
    onExpression: (expression) => valueText(store, commands, expression),
    onResource: (name) => sizeText(store, name),
    onCommand({ run }) {
      if (!store.getState().isOpen) return false;
      run(commands);
      return true;
    },
  };
}

/** The language server says the type. */
function sizeText({ getState }: StoreApi<DebuggerState>, name: string): string | null {
  const { isOpen, shown, computed } = getState();
  const found = isOpen && shown && watchedNow(shown, computed, name);
  return found && found.kind === 'resource' && found.resource.size !== ''
    ? `: ${found.resource.size}`
    : null;
}

/** Waits until the GPU has computed an expression at the current step. */
async function valueText(
  store: StoreApi<DebuggerState>,
  { computeExpression }: DebuggerCommands,
  expression: string,
): Promise<string | null> {
  const now = () => {
    const { isOpen, shown, computed } = store.getState();
    return isOpen && shown ? watchedNow(shown, computed, expression) : null;
  };
  if (now()?.kind === 'unknown') computeExpression(expression);
  if (now()?.kind === 'computing') {
    await new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        if (now()?.kind === 'computing') return;
        stop();
        resolve();
      });
    });
  }
  const found = now();
  if (found?.kind === 'resource') return sizeText(store, expression);
  return found && ` = ${watchedText(found, fullText)}`;
}

export type InlineDebuggerOptions = DebuggerExtensionOptions;

/** The debugger's part of the source editor. The editor may open later, or be replaced. */
interface InlineDebugger {
  showTrace(trace: InlineTrace | null): void;
  showBreakpoints(breakpoints: readonly Breakpoint[]): void;
  /** Scrolls to the current line. */
  reveal(): void;
  /** The cursor's line in the traced source; null if that source has no such line. */
  cursorLine(): number | null;
  /** Asks for a breakpoint's condition below its line; false if there is no editor. */
  editCondition(line: number): boolean;
  dispose: Dispose;
}

function openInlineDebugger(options: InlineDebuggerOptions): InlineDebugger {
  const { first } = options;
  let current: EditorView | null = null;
  let last: EditorView | null = null;
  const watchView = ViewPlugin.define((view) => {
    const isOtherFile = view === last;
    current = view;
    last = view;
    // The view cannot scroll while it is being created, and may show a file before others know it.
    queueMicrotask(() => {
      if (current !== view) return;
      showTrace(view, first.trace());
      showBreakpoints(view, first.breakpoints());
      if (!isOtherFile) revealCurrentLine(view);
    });
    return {
      destroy() {
        if (current === view) current = null;
      },
    };
  });
  const remove = addFileExtension([debuggerExtension(options), watchView]);
  return {
    showTrace(next) {
      if (current) showTrace(current, next);
    },
    showBreakpoints(next) {
      if (current) showBreakpoints(current, next);
    },
    reveal() {
      if (current) revealCurrentLine(current);
    },
    cursorLine: () => current && tracedLine(current.state, cursorLine(current)),
    editCondition: (line) => current !== null && openCondition(current, line),
    dispose: remove,
  };
}

interface DebuggerExtensionOptions extends BreakpointOptions {
  readonly onExpression: ValueText;
  readonly onResource: SizeText;
  /** False if the debugger does not handle the key now. */
  onCommand(command: DebuggerCommand): boolean;
  readonly first: {
    trace(): InlineTrace | null;
    breakpoints(): readonly Breakpoint[];
  };
}

export function debuggerExtension(options: DebuggerExtensionOptions): Extension {
  const { first, onCommand, onExpression, onResource } = options;
  const commands = DEBUGGER_COMMANDS.filter(({ typesText }) => !typesText).flatMap((command) =>
    (command.keys ?? []).map(
      (key): KeyBinding => ({
        key: key.replaceAll('+', '-'),
        run: () => onCommand(command),
        stopPropagation: true,
      }),
    ),
  );
  return [
    inlineTrace(() => first.trace()),
    breakpoints(() => first.breakpoints(), options),
    expressionHover(onExpression, onResource),
    Prec.high(keymap.of([...commands, ...breakpointKeys(options)])),
    appearance,
  ];
}

/** In the page's colours, with enough contrast to read. */
const appearance = EditorView.theme({
  '.cm-trace': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.75em',
    maxWidth: 'min(64ch, 75vw)',
    marginLeft: '2.5ch',
    color: 'var(--text-quiet)',
    verticalAlign: 'bottom',
    whiteSpace: 'pre',
    userSelect: 'none',
    cursor: 'text',
  },
  '.cm-trace-values': {
    padding: '0 0.5ch',
    borderRadius: '3px',
    backgroundColor: 'var(--surface-raised)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-trace-name': { color: 'var(--code-variable)' },
  '.cm-trace-non-finite': { color: 'var(--danger)', fontWeight: '600' },
  '.cm-trace-count': { color: 'var(--text-faint)', fontSize: '0.9em' },
  '.cm-trace-swatch': {
    display: 'inline-block',
    width: '0.75em',
    height: '0.75em',
    marginRight: '0.4ch',
    border: '1px solid var(--border-strong)',
    borderRadius: '2px',
    verticalAlign: '-1px',
    forcedColorAdjust: 'none',
  },
  '.cm-not-executed, .cm-not-executed *': { color: 'var(--text-faint) !important' },
  '.cm-line.cm-debugger-line': {
    backgroundColor: 'var(--match)',
    boxShadow: 'inset 3px 0 var(--warning)',
  },
  '.cm-debugger-line .cm-trace': { color: 'var(--text)' },
  '.cm-trace-unseen': {
    textDecoration: 'underline dotted var(--text-faint)',
    textUnderlineOffset: '3px',
  },
  '&.cm-debugger-dated .cm-trace': { color: 'var(--text-faint)', fontStyle: 'italic' },
  '&.cm-debugger-dated .cm-trace-values': { backgroundColor: 'transparent' },
  '&.cm-debugger-dated .cm-trace-name, &.cm-debugger-dated .cm-trace-non-finite': {
    color: 'inherit',
  },
  '&.cm-debugger-dated .cm-trace-swatch': { opacity: '0.5' },
  '&.cm-debugger-dated .cm-line.cm-debugger-line': {
    backgroundColor: 'transparent',
    boxShadow: 'inset 3px 0 var(--border-strong)',
  },
  '.cm-expression-value': {
    maxWidth: 'min(40em, 86vw)',
    padding: '4px 8px',
    font: '0.8125rem var(--font-code)',
  },
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-lineNumbers .cm-gutterElement:hover': { color: 'var(--danger)' },
  // A tag that fills the padding of its line number.
  '.cm-breakpoint': {
    display: 'block',
    margin: '0 -2px 0 -4px',
    padding: '0 2px 0 4px',
    borderRadius: '3px',
    backgroundColor: 'var(--danger)',
    color: 'var(--surface)',
    forcedColorAdjust: 'none',
  },
  // Outlined, because it is conditional.
  '.cm-breakpoint-if': {
    backgroundColor: 'var(--surface)',
    color: 'var(--danger)',
    boxShadow: 'inset 0 0 0 1.5px var(--danger)',
  },
  '.cm-breakpoint-condition': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '6px',
    boxSizing: 'border-box',
    width: 'min(28em, 86vw)',
    padding: '8px',
  },
  '.cm-breakpoint-condition input': {
    minWidth: '0',
    padding: '4px 6px',
    border: '1px solid var(--border-strong)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    font: '0.8125rem var(--font-code)',
  },
  '.cm-breakpoint-condition input::placeholder': { color: 'var(--text-faint)', opacity: '1' },
  '.cm-breakpoint-condition button': {
    padding: '4px 10px',
    border: '1px solid var(--border)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface-control)',
    color: 'var(--text)',
    font: '0.75rem var(--font-ui)',
    cursor: 'pointer',
  },
  '.cm-breakpoint-condition :focus-visible': { outline: '2px solid var(--accent)' },
  '.cm-breakpoint-condition p': {
    gridColumn: '1 / -1',
    margin: '0',
    color: 'var(--danger)',
    fontSize: '0.8125rem',
  },
  '.cm-breakpoint-condition p:empty': { display: 'none' },
  // Below the line: at its end, they would be off screen.
  '@media (width < 768px)': {
    '.cm-trace': { display: 'inline', marginLeft: '0' },
    '.cm-trace::before': { content: '"\\A"' },
    '.cm-trace-values': {
      display: 'inline-block',
      maxWidth: 'calc(100vw - 8rem)',
      marginLeft: '4ch',
      verticalAlign: 'bottom',
    },
    '.cm-trace-count': { marginLeft: '1ch' },
    '.cm-trace-count:first-child': { marginLeft: '4ch' },
  },
  '@media (pointer: coarse)': {
    '.cm-breakpoint-condition input, .cm-breakpoint-condition button': { padding: '10px' },
  },
  '@media (forced-colors: active)': {
    '.cm-not-executed, .cm-not-executed *': { color: 'GrayText !important' },
    '.cm-line.cm-debugger-line': { outline: '1px solid Highlight' },
  },
});
