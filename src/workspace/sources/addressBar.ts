import type { StoreApi } from 'zustand/vanilla';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import {
  type AddressedSource,
  readUrlParameters,
  type UrlParameters,
  withDemo,
  withoutSource,
  withTarget,
} from '#core/project/links/urlParameters.ts';
import type { Message } from '#workspace/messages.ts';
import type { AddressService } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { tell } from '#workspace/tell.ts';

interface ReadAddress extends UrlParameters {
  /** It names what it named before, which is open still. */
  readonly isOpen: boolean;
}

/** What the address bar says of the open text. */
export interface AddressBar {
  /** Reads what the bar asks for. Its faults go to Diagnostics. */
  read(): ReadAddress;
  /** The messages before it was read last. */
  readonly beforeReading: readonly Message[];
  /** The target that it asked for when it was read last; null if none. */
  readonly target: CompileTarget | null;
  /** Another text is open: this demo, or one that the bar does not name. The target may be new. */
  nameDemo(demo: string | null, target?: CompileTarget | null): void;
  /** The text was edited, so that the bar may name it no more. */
  clear(): void;
}

export function createAddressBar(
  store: StoreApi<WorkspaceState>,
  address: AddressService,
): AddressBar {
  /** Null once the text was edited. */
  let named: AddressedSource | null = null;
  let beforeReading: readonly Message[] = [];
  let target: CompileTarget | null = null;
  return {
    get beforeReading() {
      return beforeReading;
    },
    get target() {
      return target;
    },
    read() {
      const parameters = readUrlParameters(address.current());
      const isOpen = isSame(parameters.source, named);
      named = parameters.source;
      target = parameters.target;
      const { arrangement } = parameters;
      if (arrangement) store.setState({ arrangement });
      beforeReading = store.getState().messages;
      tell(store, 'address', ...parameters.messages);
      return { ...parameters, isOpen };
    },
    nameDemo(demo, target = null) {
      const bar = address.current();
      address.replace(demo === null ? withoutSource(bar) : withDemo(bar, demo));
      if (target !== null) address.replace(withTarget(address.current(), target));
      named = readUrlParameters(address.current()).source;
    },
    clear() {
      if (named) address.replace(withoutSource(address.current()));
      named = null;
    },
  };
}

function isSame(one: AddressedSource, other: AddressedSource | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
