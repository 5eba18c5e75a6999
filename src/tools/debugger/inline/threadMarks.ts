import { type EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { EditorView, GutterMarker, ViewPlugin } from '@codemirror/view';
import { readSource } from '#core/source/declarations.ts';
import { addEditorExtension } from '#ui/editor/editorExtensions.ts';
import { lineActions } from '#ui/editor/lineActions.ts';
import { isRunning } from '#workspace/runState.ts';
import type { TargetCode, WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

const setMarks = StateEffect.define<RangeSet<GutterMarker>>();

/**
 * Marks the entry points in the source editor while a shader runs. Clicking a mark debugs a thread.
 */
export function showThreadMarks(
  { store }: Pick<Workspace, 'store'>,
  onDebug: (entryPoint: string) => void,
): void {
  let current: EditorView | null = null;
  // Edits move the marks; each compile locates the entry points again.
  let marked: TargetCode | null = null;
  const marksIn = (state: EditorState) => (marked ? threadMarks(state, onDebug) : RangeSet.empty);
  const field = StateField.define<RangeSet<GutterMarker>>({
    create: marksIn,
    update(marks, { effects, changes }) {
      const newest = effects.findLast((effect) => effect.is(setMarks));
      return newest ? newest.value : marks.map(changes);
    },
    provide: (marks) => lineActions.from(marks),
  });
  const watchView = ViewPlugin.define((view) => {
    current = view;
    return {
      destroy() {
        if (current === view) current = null;
      },
    };
  });
  addEditorExtension([field, watchView, appearance]);
  const follow = (state: WorkspaceState) => {
    const next = isRunning(state) ? state.targetCode : null;
    if (next === marked) return;
    marked = next;
    current?.dispatch({ effects: setMarks.of(marksIn(current.state)) });
  };
  store.subscribe(follow);
  follow(store.getState());
}

export function threadMarks(
  { doc }: EditorState,
  onDebug: (entryPoint: string) => void,
): RangeSet<GutterMarker> {
  const marks = readSource(doc.toString()).declarations.flatMap((each) => {
    const { kind, name, nameSpan, attributes, hasBody } = each;
    const isKernel = attributes.some((attribute) => attribute.name === 'numthreads');
    if (kind !== 'function' || !isKernel || !hasBody) return [];
    return [new ThreadMark(name, onDebug).range(doc.lineAt(nameSpan.from).from)];
  });
  return RangeSet.of(marks, true);
}

const SVG = 'http://www.w3.org/2000/svg';

const CROSSHAIR_PATH =
  'M12.6 8a4.6 4.6 0 1 1-9.2 0 4.6 4.6 0 0 1 9.2 0zM8 1.5v3.3M8 11.2v3.3M1.5 8h3.3M11.2 8h3.3M8 8v.1';

class ThreadMark extends GutterMarker {
  private readonly entryPoint: string;
  private readonly onDebug: (entryPoint: string) => void;

  constructor(entryPoint: string, onDebug: (entryPoint: string) => void) {
    super();
    this.entryPoint = entryPoint;
    this.onDebug = onDebug;
  }

  override eq({ entryPoint }: ThreadMark): boolean {
    return entryPoint === this.entryPoint;
  }

  /** Screen readers skip gutters. Keyboard users have the “Debug this thread” command. */
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-thread-mark';
    mark.title = `Debug this thread: see what a thread of ${this.entryPoint} computes`;
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 16 16');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', CROSSHAIR_PATH);
    svg.append(path);
    mark.append(svg);
    mark.onmousedown = (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.onDebug(this.entryPoint);
    };
    return mark;
  }
}

const appearance = EditorView.theme({
  '.cm-thread-mark': { display: 'flex', color: 'var(--text-faint)', cursor: 'pointer' },
  '.cm-thread-mark:hover': { color: 'var(--accent)' },
  '.cm-thread-mark svg': {
    width: '15px',
    height: '15px',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.25',
    strokeLinecap: 'round',
  },
});
