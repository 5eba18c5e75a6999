import { LSPPlugin } from '@codemirror/lsp-client';
import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  type EditorView,
  keymap,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type {
  SignatureHelp,
  SignatureHelpParams,
  SignatureInformation,
} from 'vscode-languageserver-protocol';
import { isInArguments } from '#ui/editor/attributes/argumentHelp.ts';
import { showDocumentation } from './documentation.ts';

/** A visible signature is requested again after the cursor has rested this long (ms). */
const REST = 250;

interface Shown {
  readonly help: SignatureHelp;
  readonly active: number;
  /** Offset of the request; edits move it. */
  readonly pos: number;
  readonly tooltip: Tooltip;
}

const show = StateEffect.define<Shown | null>();

const shownField = StateField.define<Shown | null>({
  create: () => null,
  update(shown, { effects, changes, docChanged }) {
    const newest = effects.findLast((effect) => effect.is(show));
    if (newest) return newest.value;
    if (!shown || !docChanged) return shown;
    const pos = changes.mapPos(shown.pos);
    return { ...shown, pos, tooltip: { ...shown.tooltip, pos } };
  },
  provide: (field) => showTooltip.from(field, (shown) => shown?.tooltip ?? null),
});

/**
 * Requests signatures while the user types: at once at a trigger character, otherwise with a delay.
 */
class SignaturePlugin {
  readonly view: EditorView;
  /** Counts requests; only the answer to the newest is used. */
  private newest = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.view = view;
  }

  update(update: ViewUpdate): void {
    if (isTriggered(update) && !isInArguments(update.state)) this.ask();
    else if (update.state.field(shownField) && (update.docChanged || update.selectionSet)) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), REST);
    }
  }

  ask(): void {
    clearTimeout(this.timer);
    this.newest += 1;
    // An editor must not change during its update.
    queueMicrotask(() => void this.lookUp(this.newest));
  }

  close(): boolean {
    this.newest += 1;
    clearTimeout(this.timer);
    if (!this.view.state.field(shownField)) return false;
    this.view.dispatch({ effects: show.of(null) });
    return true;
  }

  turn(by: 1 | -1): boolean {
    const shown = this.view.state.field(shownField);
    if (!shown || shown.help.signatures.length < 2) return false;
    const { length } = shown.help.signatures;
    const active = (shown.active + by + length) % length;
    this.view.dispatch({ effects: show.of(createShown(shown.help, active, shown.pos)) });
    return true;
  }

  destroy(): void {
    this.newest += 1;
    clearTimeout(this.timer);
  }

  private async lookUp(number: number): Promise<void> {
    const plugin = LSPPlugin.get(this.view);
    if (!plugin) return;
    plugin.client.sync();
    const { head } = this.view.state.selection.main;
    const help = await plugin.client.request<SignatureHelpParams, SignatureHelp | null>(
      'textDocument/signatureHelp',
      { textDocument: { uri: plugin.uri }, position: plugin.toPosition(head) },
    );
    if (number !== this.newest) return;
    const before = this.view.state.field(shownField);
    if (!help && !before) return;
    const same = before && help && namesOf(before.help) === namesOf(help) ? before : null;
    const active = same?.active ?? help?.activeSignature ?? 0;
    const pos = same?.pos ?? Math.min(head, this.view.state.doc.length);
    this.view.dispatch({ effects: show.of(help ? createShown(help, active, pos) : null) });
  }
}

const plugin = ViewPlugin.fromClass(SignaturePlugin);

const run = (act: (plugin: SignaturePlugin) => boolean) => (view: EditorView) => {
  const found = view.plugin(plugin);
  return found ? act(found) : false;
};

/** The signature of the call at the cursor, with its active parameter. Escape hides it. */
export const signatures: Extension = [
  shownField,
  plugin,
  Prec.high(
    keymap.of([
      {
        key: 'Mod-Shift-Space',
        run: run((found) => {
          found.ask();
          return true;
        }),
      },
      { key: 'Mod-Shift-ArrowUp', run: run((found) => found.turn(-1)) },
      { key: 'Mod-Shift-ArrowDown', run: run((found) => found.turn(1)) },
    ]),
  ),
  // Lower precedence than the completion list, so that Escape closes the list first.
  keymap.of([{ key: 'Escape', run: run((found) => found.close()) }]),
];

function isTriggered({ view, transactions, changes }: ViewUpdate): boolean {
  if (!transactions.some((transaction) => transaction.isUserEvent('input.type'))) return false;
  const provider = LSPPlugin.get(view)?.client.serverCapabilities?.signatureHelpProvider;
  const triggers = provider?.triggerCharacters ?? [];
  let found = false;
  changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    const text = inserted.toString();
    found ||= triggers.some((trigger) => text.includes(trigger));
  });
  return found;
}

function namesOf({ signatures: all }: SignatureHelp): string {
  return all.map(({ label }) => label).join('\n');
}

function createShown(help: SignatureHelp, active: number, pos: number): Shown {
  return {
    help,
    active,
    pos,
    tooltip: { pos, above: true, create: (view) => ({ dom: render(view, help, active) }) },
  };
}

function render(view: EditorView, help: SignatureHelp, active: number): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-signature';
  const signature = help.signatures[active];
  if (!signature) return dom;
  const line = document.createElement('div');
  line.className = 'cm-signature-label';
  if (help.signatures.length > 1) line.append(`${active + 1} of ${help.signatures.length}: `);
  line.append(...renderLabel(signature, help.activeParameter ?? 0));
  dom.append(line);
  const documentation = signature.documentation && LSPPlugin.get(view);
  if (documentation) dom.append(showDocumentation(documentation, signature.documentation ?? ''));
  return dom;
}

function renderLabel(
  { label, parameters = [] }: SignatureInformation,
  activeParameter: number,
): (Node | string)[] {
  const place = parameters[activeParameter]?.label;
  if (!Array.isArray(place)) return [label];
  const [from, to] = place;
  const parameter = document.createElement('strong');
  parameter.className = 'cm-signature-active';
  parameter.textContent = label.slice(from, to);
  return [label.slice(0, from), parameter, label.slice(to)];
}
