import { LSPPlugin } from '@codemirror/lsp-client';
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { Hover, HoverParams, MarkupContent } from 'vscode-languageserver-protocol';
import { afterClosing, readTokens, splitList, type Token } from '#core/source/tokens.ts';
import { createNewest } from '#core/util/newest.ts';
import { chosen, subscribeToChoices } from '#engine/storage/settings.ts';
import { isReservedWord } from '#ui/editor/grammars/slang.ts';

const CODE = /^```\w*\n(.*)\n/;

/** Extracts the type from the server's description of a variable; null if there is none. */
export function typeIn(description: string, name: string): string | null {
  const line = CODE.exec(description)?.[1] ?? '';
  const declared = /^\(local (?:value|variable)\) (.+)$/.exec(line)?.[1];
  if (!declared?.endsWith(` ${name}`)) return null;
  return declared.slice(0, -name.length - 1).replace(/^(?:(?:static|const|let|var) )+/, '');
}

/** Extracts the parameter names from the server's description of a function of the project. */
export function parametersIn(description: string): string[] {
  // Calls of built-in functions need no explanation.
  if (/\nDefined in core\(\d+\)\s*$/.test(description)) return [];
  const tokens = readTokens(CODE.exec(description)?.[1] ?? '');
  const open = tokens.findIndex(({ text }) => text === '(');
  if (open < 1) return [];
  return splitList(tokens, open + 1, afterClosing(tokens, open) - 1).map((parameter) => {
    const equals = parameter.findIndex(({ text }) => text === '=');
    const last = parameter[(equals < 0 ? parameter.length : equals) - 1];
    return last?.kind === 'word' && parameter.length > 1 ? last.text : '';
  });
}

/** How long the text must stay unchanged before hints are requested (ms). */
const REST = 500;

/** Maximum simultaneous requests, so that the server can answer others in between. */
const AT_ONCE = 4;

interface Hint {
  readonly at: number;
  /** 1 for after the name, -1 for before the argument. */
  readonly side: 1 | -1;
  readonly text: string;
}

const setHints = StateEffect.define<readonly Hint[]>();

const hintsField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes }) {
    const newest = effects.findLast((effect) => effect.is(setHints));
    if (!newest) return shown.map(changes);
    const widgets = newest.value.map(({ at, side, text }) =>
      Decoration.widget({ widget: new HintWidget(text), side }).range(at),
    );
    return Decoration.set(widgets, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class HintWidget extends WidgetType {
  private readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: HintWidget): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.className = 'cm-inlay-hint';
    dom.textContent = this.text;
    // The hint is not part of the source.
    dom.setAttribute('aria-hidden', 'true');
    return dom;
  }
}

/** The server's answers about one text. */
interface Known {
  readonly doc: Text;
  readonly tokens: readonly Token[];
  readonly descriptions: Map<number, string>;
}

class HintsPlugin {
  private readonly view: EditorView;
  private readonly unsubscribe: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly work = createNewest();
  private known: Known | null = null;

  constructor(view: EditorView) {
    this.view = view;
    this.unsubscribe = subscribeToChoices(() => this.plan(0));
    this.plan(REST);
  }

  update({ docChanged, viewportChanged }: ViewUpdate): void {
    if (docChanged || viewportChanged) this.plan(REST);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.work.end();
    this.unsubscribe();
  }

  private plan(milliseconds: number): void {
    clearTimeout(this.timer);
    this.work.next();
    this.timer = setTimeout(() => void this.look(), milliseconds);
  }

  private async look(): Promise<void> {
    const { view } = this;
    const { signal } = this.work;
    const wanted = {
      types: chosen('typeHints') === 'on',
      parameters: chosen('parameterHints') === 'on',
    };
    const hints = await this.hints(wanted, signal);
    if (signal.aborted || !hints) return;
    const isNothing = hints.length === 0 && view.state.field(hintsField).size === 0;
    if (!isNothing) view.dispatch({ effects: setHints.of(hints) });
  }

  /**
   * The hints of the visible lines; null if the server is unavailable or the request was cancelled.
   */
  private async hints(wanted: WantedHints, signal: AbortSignal): Promise<Hint[] | null> {
    if (!wanted.types && !wanted.parameters) return [];
    const plugin = LSPPlugin.get(this.view);
    if (!plugin) return null;
    plugin.client.sync();
    const { doc } = this.view.state;
    const known: Known =
      this.known?.doc === doc
        ? this.known
        : { doc, tokens: readTokens(doc.toString()), descriptions: new Map() };
    this.known = known;
    const places = this.view.visibleRanges.flatMap(({ from, to }) =>
      hintPlaces(known.tokens, from, to, wanted),
    );
    const unknown = places.filter(({ name }) => !known.descriptions.has(name.from));
    for (let next = 0; next < unknown.length; next += AT_ONCE) {
      if (signal.aborted) return null;
      await Promise.all(
        unknown.slice(next, next + AT_ONCE).map(async ({ name }) => {
          known.descriptions.set(name.from, await describe(plugin, name.from, doc));
        }),
      );
    }
    return places.flatMap((place) => hintsAt(place, known.descriptions.get(place.name.from) ?? ''));
  }
}

async function describe(plugin: LSPPlugin, offset: number, doc: Text): Promise<string> {
  const hover = await plugin.client.request<HoverParams, Hover | null>('textDocument/hover', {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(offset, doc),
  });
  return (hover?.contents as MarkupContent | undefined)?.value ?? '';
}

function hintsAt(place: HintPlace, description: string): Hint[] {
  const { name } = place;
  if (place.kind === 'type') {
    const type = typeIn(description, name.text);
    return type === null ? [] : [{ at: name.to, side: 1, text: ` : ${type}` }];
  }
  const parameters = parametersIn(description);
  return place.arguments.flatMap((argument, index) => {
    const parameter = parameters[index] ?? '';
    const isPlain = parameter === '' || argument.name?.toLowerCase() === parameter.toLowerCase();
    return isPlain ? [] : [{ at: argument.from, side: -1, text: `${parameter}: ` }];
  });
}

/** Shows the types of variables and the names of parameters, depending on the user's settings. */
export const inlayHints: Extension = [
  hintsField,
  ViewPlugin.fromClass(HintsPlugin),
  EditorView.theme({
    '.cm-inlay-hint': { color: 'var(--text-faint)', fontStyle: 'italic', fontSize: '0.9em' },
  }),
];

/** A place whose hint comes from the server's description of a name. */
type HintPlace =
  /** A name without a written type. */
  | { readonly kind: 'type'; readonly name: Token }
  /** A call; `arguments` are the first tokens of its arguments. */
  | { readonly kind: 'call'; readonly name: Token; readonly arguments: readonly Argument[] };

interface Argument {
  readonly from: number;
  /** The argument's text if it is a name; a hint with the same name is omitted. */
  readonly name: string | null;
}

interface WantedHints {
  readonly types: boolean;
  readonly parameters: boolean;
}

export function hintPlaces(
  tokens: readonly Token[],
  from: number,
  to: number,
  wanted: WantedHints,
): HintPlace[] {
  const places: HintPlace[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'word' || token.to < from || token.from > to) return;
    const before = tokens[index - 1];
    const after = tokens[index + 1]?.text;
    if (wanted.types && /^(?:let|var)$/.test(before?.text ?? '')) {
      // `let count : int` shows its type already, and a generic's value parameter must have one.
      if (after === '=') places.push({ kind: 'type', name: token });
    } else if (wanted.parameters && after === '(' && isCalled(token, before)) {
      const call = readCall(tokens, index);
      if (call) places.push(call);
    }
  });
  return places;
}

function isCalled({ text }: Token, before: Token | undefined): boolean {
  if (isReservedWord(text)) return false;
  // A type before the name makes it a declaration; a bracket makes it an attribute.
  if (before?.kind === 'word') return before.text === 'return';
  return !/^[[\]>*]$/.test(before?.text ?? '');
}

function readCall(tokens: readonly Token[], index: number): HintPlace | null {
  const name = tokens[index];
  const close = afterClosing(tokens, index + 1);
  const list = splitList(tokens, index + 2, close - 1).flatMap((argument) => {
    const [first] = argument;
    if (!first) return [];
    const last = argument.at(-1);
    return [{ from: first.from, name: last?.kind === 'word' ? last.text : null }];
  });
  // A single argument needs no name.
  return name && list.length > 1 ? { kind: 'call', name, arguments: list } : null;
}
