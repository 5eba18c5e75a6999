/** Keeps back what would delay something more urgent. */
interface Gate {
  /** The urgent thing is done. */
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

/** Opens when the interface, which itself gives way to the first picture, is in the document. */
export const interfaceGate = createGate();

/** Opens when the editor's script is there, or cannot be had. */
export const editorGate = createGate();
