import type { EditorView } from '@codemirror/view';
import { createStore } from 'zustand/vanilla';
import { textsOf } from '#core/project/sourceTexts.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import {
  compiledLines,
  compiledOf,
  setCompiled,
} from '#tools/code/linkedLines/editor/compiledField.ts';
import { litLines } from '#tools/code/linkedLines/editor/litLines.ts';
import { pointing } from '#tools/code/linkedLines/editor/pointing.ts';
import { redrawStripes } from '#tools/code/linkedLines/editor/stripeGutter.ts';
import type { LinkSession, LinkState } from '#tools/code/linkedLines/state.ts';
import { codeViewExtensions } from '#ui/editor/codeViewExtensions.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';
import { type Colouring, createColouring } from './colouring.ts';
import { createGoing, type Going } from './going.ts';
import { createLights, type Lights, type Side } from './lights.ts';
import { createLookup } from './lookup.ts';

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
    // The view is being made.
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

/** The editor is focused first, since it keeps the focus if there is nothing to go to. */
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
