import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import type { FunctionLines } from '#core/source/declarations.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest } from '#core/util/newest.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import { compiledOf, pathOf } from '#tools/code/linkedLines/compiledField.ts';
import { compareLines, nearestLine, textOf } from '#tools/code/linkedLines/links/compiledLines.ts';
import { indexLines, type LineIndex } from '#tools/code/linkedLines/links/lineIndex.ts';
import { type Links, linkedTo } from '#tools/code/linkedLines/links/linkedTo.ts';
import { noCodeText, originText, somewhereText } from '#tools/code/linkedLines/links/originText.ts';
import type { LookupState } from '#tools/code/linkedLines/state.ts';
import { goTo } from '#ui/editor/goTo.ts';
import { showNote } from '#ui/editor/note.ts';
import type { TargetCode } from '#workspace/state.ts';

interface GoingOptions {
  readonly workspace: CodeTools['workspace'];
  readonly lookup: Lookup;
  readonly analysis: Pick<CodeTools['analysis'], 'ask'>;
  /** The visible editors; null if an editor is not visible. */
  readonly views: { source(): EditorView | null; code(): EditorView | null };
}

/** Goes to the lines linked with a line of an editor, or shows a note there that says why not. */
export type Going = ReturnType<typeof createGoing>;

const NO_CODE = 'No target code is linked with this line.';

export function createGoing({ workspace, lookup, analysis, views }: GoingOptions) {
  const { store } = workspace;
  const tell = (view: EditorView | null, text: string) => void (view && showNote(view, text));
  const whyNoMap = () => {
    const state = lookup.state();
    const { targetCode } = store.getState();
    if (!targetCode) return 'Nothing is compiled yet. Press Compile first.';
    if (!targetCode.succeeded) return 'The newest compile failed, so there is no target code.';
    return state.kind === 'failed' ? `Lines are not linked: ${state.reason}` : null;
  };
  /**
   * Null if there is no map, or if the user has done something else meanwhile. Shows a note if
   * there is a reason.
   */
  const wantFor = async (view: EditorView | null) => {
    const isUntouched = [watch(views.source()), watch(views.code())];
    const index = await lookup.want();
    if (!isUntouched.every((check) => check())) return null;
    const reason = index ? null : whyNoMap();
    if (reason !== null) tell(view, reason);
    return index;
  };
  const fromCode = async (line: number, column = 0) => {
    const view = views.code();
    view?.dispatch({ selection: { anchor: view.state.doc.line(line).from + column } });
    const index = await wantFor(view);
    if (!index) return;
    const links = linkedTo(index, { side: 'code', line, column });
    if (!links) return tell(view, 'This line comes from no line of the source.');
    const { file, origin } = links;
    const first = origin.kind === 'line' ? origin.line : origin.from;
    switch (file.kind) {
      case 'project':
        if (!revealCompiled(workspace, views.source(), file.path, first, pointedColumn(links))) {
          tell(view, `${file.path.slice(1)} is no longer part of the project.`);
        }
        return;
      case 'library':
        return openLibrary(workspace, views.source(), file.name, first);
      case 'core':
        return tell(view, originText(links));
      default:
        return assertNever(file);
    }
  };
  return {
    /** @param column zero-based; selects one of the source lines that the line comes from */
    fromCode,
    async fromSource(line: number) {
      const view = views.source();
      const path = view && pathOf(view.state);
      if (store.getState().activeTab !== 'target-code') workspace.selectTab('target-code');
      const index = await wantFor(view);
      if (!index || !view || path === null) return;
      const compiled = compiledOf(view.state)?.compiled[line] ?? 0;
      if (compiled === 0) {
        return tell(view, 'This line has changed since the last compile. Compile to link it.');
      }
      const links = linkedTo(index, { side: 'source', path, line: compiled });
      const [first] = links?.code ?? [];
      const code = views.code();
      if (first === undefined || !code) {
        const isUntouched = watch(view);
        const text = sourceText(workspace, path);
        const lines = code?.state.doc.toJSON() ?? [];
        const found = await codeNear(analysis, { index, lines }, text, { path, line: compiled });
        if (!isUntouched()) return;
        if (found.first === null || !code) return tell(view, found.text);
        goToLine(code, found.first);
        return tell(code, found.text);
      }
      goToLine(code, first, links?.codeRanges.find((range) => range.line === first)?.from);
    },
  };
}

function goToLine(view: EditorView, line: number, column = 0): void {
  const { doc } = view.state;
  goTo(view, doc.line(Math.min(line, doc.lines)).from + column);
}

function sourceText({ store }: GoingOptions['workspace'], path: string): string {
  const request = store.getState().targetCode?.request;
  return (request && ownValue(textsOf(request), path)) ?? '';
}

interface CodeNear {
  /**
   * The line to go to: the first one of the function's code, or the first one with the declared
   * name. Null if no code comes from the line.
   */
  readonly first: number | null;
  readonly text: string;
}

/** Finds out why no code is linked with a line, or where its code may be. */
async function codeNear(
  analysis: GoingOptions['analysis'],
  { index, lines }: { readonly index: LineIndex; readonly lines: readonly string[] },
  text: string,
  { path, line }: { readonly path: string; readonly line: number },
): Promise<CodeNear> {
  try {
    const role = await analysis.ask('lineRole', { text, line });
    const ofFunction = 'function' in role ? firstCodeOf(index, path, role.function) : null;
    const first = role.kind === 'declaration' ? firstNamed(lines, role.name) : ofFunction;
    const reason = noCodeText(role, first !== null);
    if (reason !== null) return { first: null, text: reason };
    return { first, text: somewhereText(role) ?? NO_CODE };
  } catch (thrown) {
    reportError(thrown);
  }
  return { first: null, text: NO_CODE };
}

/** The first line of code that comes from a function. */
function firstCodeOf(index: LineIndex, path: string, { from, to }: FunctionLines): number | null {
  const file = index.map.files.findIndex((each) => each.kind === 'project' && each.path === path);
  let first = Number.POSITIVE_INFINITY;
  for (let line = from; line <= to; line += 1) {
    first = Math.min(first, index.exact(file, line)[0] ?? Number.POSITIVE_INFINITY);
  }
  return Number.isFinite(first) ? first : null;
}

/**
 * The first line of code that contains a name, possibly within a longer one: the compiler writes
 * `time_0` for `time`, and `SLANG_ParameterGroup_Q_0` for the members of a `cbuffer Q`.
 */
function firstNamed(lines: readonly string[], name: string): number | null {
  // Before its first directive, CUDA has thousands of lines that come from no source.
  const start = lines.findIndex((line) => line.startsWith('#line '));
  const at = lines.findIndex((line, index) => index >= start && hasName(line, name));
  return at < 0 ? null : at + 1;
}

function hasName(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const around = line.charAt(at - 1) + line.charAt(at + name.length);
    if (!/[A-Za-z\d]/.test(around)) return true;
  }
  return false;
}

/** The source column that the pointed part of the code comes from. */
function pointedColumn({ sources, origin }: Links): number | null {
  const ranges = sources.flatMap((source) => source.ranges);
  const line = origin.kind === 'line' ? origin.line : 0;
  return ranges.find((range) => range.isPointed && range.line === line)?.from ?? null;
}

/** Returns a function that checks whether the editor's text and cursor are still the same. */
function watch(view: EditorView | null): () => boolean {
  if (!view) return () => true;
  const { doc, selection } = view.state;
  return () => view.state.doc === doc && view.state.selection.eq(selection);
}

/** Goes to the current position of a compiled line; false if the file is gone. */
function revealCompiled(
  workspace: GoingOptions['workspace'],
  view: EditorView | null,
  path: string,
  line: number,
  columnOfPart: number | null,
): boolean {
  const isShown = view !== null && pathOf(view.state) === path;
  const doc = isShown ? view.state.doc : currentText(workspace, path);
  if (!doc) return false;
  const request = workspace.store.getState().targetCode?.request;
  const base = request ? ownValue(textsOf(request), path) : undefined;
  const followed = isShown ? compiledOf(view.state) : null;
  const lines = followed ?? (base === undefined ? null : compareLines(textOf(base), doc));
  const now = Math.min(lines ? nearestLine(lines, line) : line, doc.lines);
  const column = (columnOfPart ?? Math.max(0, doc.line(now).text.search(/\S/))) + 1;
  workspace.reveal({ line: now, column, length: 0 }, path);
  return true;
}

function currentText({ project }: GoingOptions['workspace'], path: string): Text | null {
  const { text, files } = project();
  const file = files.find((each) => `/${each.path}` === path);
  if (file) return textOf(file.text);
  return path === USER_SHADER_PATH ? textOf(text) : null;
}

/** Opens one of the playground's modules, read-only, below the source. */
async function openLibrary(
  { reveal }: GoingOptions['workspace'],
  view: EditorView | null,
  name: string,
  line: number,
): Promise<void> {
  if (!view) return;
  try {
    const [{ openPeek }, { LIBRARIES }] = await Promise.all([
      import('#ui/editor/assistance/peek.ts'),
      import('#core/slang/libraries.ts'),
    ]);
    const library = LIBRARIES.find((each) => each.name === name);
    if (!library) return;
    showSource(reveal, view);
    const content = openPeek(view, { title: `${name}.slang`, text: library.source });
    if (!content) return;
    goToLine(content, line);
  } catch (thrown) {
    reportError(thrown);
    showNote(view, 'The module could not be loaded. Check your connection and try again.');
  }
}

/** A small screen may show only the results. Revealing the cursor's position shows the source. */
function showSource(reveal: GoingOptions['workspace']['reveal'], { state, scrollDOM }: EditorView) {
  const path = pathOf(state);
  if (scrollDOM.clientHeight > 0 || path === null) return;
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  reveal({ line: line.number, column: head - line.from + 1, length: 0 }, path);
}

/** Finds the line map of the workspace's target code on first use. */
export type Lookup = ReturnType<typeof createLookup>;

interface Asked {
  readonly code: TargetCode;
  readonly answer: Promise<LineIndex | null>;
}

export function createLookup(
  { workspace, lineMaps }: Pick<CodeTools, 'workspace' | 'lineMaps'>,
  onState: (state: LookupState) => void,
) {
  let state: LookupState = { kind: 'none' };
  let asked: Asked | null = null;
  const work = createNewest();
  const set = (next: LookupState) => {
    state = next;
    onState(next);
  };
  const look = async (code: TargetCode, signal: AbortSignal): Promise<LineIndex | null> => {
    const { request, succeeded, text } = code;
    const { reflection } = workspace.store.getState();
    if (!succeeded || request === null || reflection === null) return null;
    set({ kind: 'looking' });
    try {
      const map = await lineMaps.of({ request, code: text, reflection }, signal);
      if (map === null || signal.aborted) return null;
      const index = indexLines(map);
      set({ kind: 'there', index });
      return index;
    } catch (thrown) {
      if (signal.aborted) return null;
      reportError(thrown);
      set({ kind: 'failed', reason: messageOf(thrown) });
      return null;
    }
  };
  const drop = () => {
    work.end();
    asked = null;
    if (state.kind !== 'none') set({ kind: 'none' });
  };
  return {
    state: (): LookupState => state,
    /** Call when the target code changes. */
    drop,
    /** Null if there is no code, if it cannot be mapped, or if it has been replaced meanwhile. */
    async want(): Promise<LineIndex | null> {
      const code = workspace.store.getState().targetCode;
      if (asked?.code === code) return asked?.answer ?? null;
      drop();
      if (!code) return null;
      asked = { code, answer: look(code, work.next()) };
      return asked.answer;
    },
  };
}
