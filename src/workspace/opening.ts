import type { StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#program/compileTarget.ts';
import {
  type AddressedSource,
  readUrlParameters,
  withDemo,
  withoutSource,
} from '#program/urlParameters.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import type { RunRequestOptions } from './execution.ts';
import { DEFAULT_INSTEAD, overtakenByEdit, TEXT_STAYS } from './messages.ts';
import { addDiagnostics } from './reporting.ts';
import type { WorkspaceServices } from './services.ts';
import { createSourceLoader, type SourceOpening } from './sourceLoader.ts';
import type { WorkspaceState } from './state.ts';

const DEFAULT_DEMO = 'circle';

/**
 * What the text is replaced with: by the address, by a choice, by a link that is followed. Of these
 * the newest wins, and an edit wins over what is still on its way.
 *
 * The address bar names a demo or carries a code only as long as the text is that one. The default
 * demo, which nobody asked for, is not named. What could not be opened stays in the bar until the
 * next edit or choice, since loading the page once more tries again.
 */
export interface Opening {
  /** Opens what the address asks for, and from then on what it asks for anew by its fragment. */
  start(): Promise<void>;
  /** Replaces the text and runs it. */
  openSource(source: SourceOpening): Promise<void>;
  /** Replaces the text with a demo and runs it. */
  openDemo(name: string): Promise<void>;
  /** Called at each edit. */
  edited(): void;
  dispose: Dispose;
}

export interface OpeningActions {
  /** Puts the text in place and runs it; the notices stand before what the run says. */
  take(source: SourceOpening, options: RunRequestOptions): Promise<void>;
  setTarget(target: CompileTarget): void;
  /** The target is new, but the text is not. */
  refreshEntryPoints(): void;
}

export function createOpening(
  store: StoreApi<WorkspaceState>,
  services: Pick<WorkspaceServices, 'address' | 'loadDemo' | 'loadSource'>,
  { take, setTarget, refreshEntryPoints }: OpeningActions,
): Opening {
  const { address } = services;
  const loader = createSourceLoader(services);
  const disposer = createDisposer();
  /** What the bar asks for; null once the text was edited, which makes it untrue. */
  let named: AddressedSource | null = null;

  const put = (source: SourceOpening, options: RunRequestOptions = {}) => {
    loader.giveUp();
    return take(source, options);
  };
  const putUnasked = (source: SourceOpening, notices: readonly string[]) =>
    put(source, { notices, automatic: true });

  const readAddress = () => {
    const parameters = readUrlParameters(address.current());
    named = parameters.source;
    addDiagnostics(store, ...parameters.messages);
    return parameters;
  };

  const openDefault = async (notices: readonly string[]) => {
    const loaded = await loader.load({ kind: 'demo', name: DEFAULT_DEMO });
    if (loaded?.ok) await putUnasked(loaded.value, notices);
    else if (loaded) addDiagnostics(store, loaded.error);
  };

  const followFragment = async () => {
    const before = named;
    const { target, source, messages } = readAddress();
    if (target !== null) setTarget(target);
    if (source.kind === 'none' || isSame(source, before)) return refreshEntryPoints();
    const loaded = await loader.load(source);
    if (loaded?.ok) await putUnasked(loaded.value, messages);
    else if (loaded) addDiagnostics(store, `${loaded.error} ${TEXT_STAYS}`);
  };

  const openSource = (source: SourceOpening) => {
    const bar = address.current();
    address.replace(source.demo === null ? withoutSource(bar) : withDemo(bar, source.demo));
    named = readUrlParameters(address.current()).source;
    return put(source);
  };

  return {
    async start() {
      disposer.add(address.onFragmentChange(() => void followFragment()));
      const { target, source, messages } = readAddress();
      if (target !== null) setTarget(target);
      if (source.kind === 'none') return openDefault(messages);
      const loaded = await loader.load(source);
      if (loaded === null) return;
      if (loaded.ok) return putUnasked(loaded.value, messages);
      const failure = `${loaded.error} ${DEFAULT_INSTEAD}`;
      addDiagnostics(store, failure);
      await openDefault([...messages, failure]);
    },
    openSource,
    async openDemo(name) {
      const loaded = await loader.load({ kind: 'demo', name });
      if (loaded?.ok) await openSource(loaded.value);
      else if (loaded) addDiagnostics(store, loaded.error);
    },
    edited() {
      const overtaken = loader.giveUp();
      if (overtaken !== null) addDiagnostics(store, overtakenByEdit(overtaken));
      if (named) address.replace(withoutSource(address.current()));
      named = null;
    },
    dispose: disposer.dispose,
  };
}

function isSame(one: AddressedSource, other: AddressedSource | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
