/** The outcome of work that may fail. The failure is a value, not an exception. */
export type Result<Value, Failure = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}

/** The values if all results are ok, else the first failure. */
export function allOk<Value, Failure>(
  results: readonly Result<Value, Failure>[],
): Result<Value[], Failure> {
  const values: Value[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}
