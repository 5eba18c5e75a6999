/** Things that are built for keys, each once, behind the caller's back. */
interface BuiltOnce<Key, Built> {
  /** Null while it is being built, or if it cannot be. */
  get(key: Key): Built | null;
  promise(key: Key): Promise<Built>;
}

/** @param onBuilt something is there that `get` did not have before */
export function createBuiltOnce<Key, Built>(
  build: (key: Key) => Promise<Built>,
  onBuilt: () => void,
): BuiltOnce<Key, Built> {
  const known = new Map<string, { built: Built | null; readonly promise: Promise<Built> }>();
  const ask = (key: Key) => {
    const text = JSON.stringify(key);
    const found = known.get(text);
    if (found) return found;
    const promise = build(key);
    const entry: { built: Built | null; readonly promise: Promise<Built> } = {
      built: null,
      promise,
    };
    promise.then(
      (built) => {
        entry.built = built;
        onBuilt();
      },
      // Told to those who wait for the promise.
      () => {},
    );
    known.set(text, entry);
    return entry;
  };
  return { get: (key) => ask(key).built, promise: (key) => ask(key).promise };
}
