/** Delays work that would slow down something more urgent. */
interface Gate {
  /** Call when the urgent work is done. */
  open(): void;
  /** Loads something once the gate is open. */
  behind<Value>(load: () => Promise<Value>): Promise<Value>;
}

function createGate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    open,
    async behind(load) {
      await opened;
      return load();
    },
  };
}

/** Opens when the interface, which itself waits for the first picture, is in the document. */
export const interfaceGate = createGate();

/** Opens when the editor's script has loaded or failed to load. */
export const editorGate = createGate();
