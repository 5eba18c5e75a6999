interface Handle {
  delete(): void;
}

/** Remembers every native handle made through it, so that all are freed together. */
export interface HandleScope {
  /** Takes ownership of `handle` and hands it back; null stays null. */
  own<Value extends Handle | null>(handle: Value): Value;
}

/**
 * Runs `work` and frees the handles it owned, last made first, however it ends. If the instance
 * died meanwhile, freeing fails too; the first failure is the one that is thrown.
 */
export function withHandles<Value>(work: (scope: HandleScope) => Value): Value {
  const handles: Handle[] = [];
  try {
    return work({
      own(handle) {
        if (handle) handles.push(handle);
        return handle;
      },
    });
  } finally {
    for (const handle of handles.reverse()) handle.delete();
  }
}
