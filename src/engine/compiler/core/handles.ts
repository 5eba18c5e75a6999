interface Handle {
  delete(): void;
}

/** Owns native handles, and frees them together. */
export interface HandleScope {
  /** Takes ownership of `handle` and returns it; null stays null. */
  own<Value extends Handle | null>(handle: Value): Value;
}

/**
 * Runs `work` and frees its handles, the last one first, however it ends. If the instance
 * died meanwhile, freeing fails too; only the first failure is thrown.
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
