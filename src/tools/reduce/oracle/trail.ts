/**
 * The last of some sources, from the largest to the smallest, that a slow check confirms; it halves
 * the rest each time. The first one is confirmed already.
 */
export async function lastConfirmed<Value>(
  values: readonly [Value, ...Value[]],
  confirms: (value: Value) => Promise<boolean>,
): Promise<Value> {
  let best: Value = values[0];
  let low = 0;
  let high = values.length;
  // Usually the smallest one is confirmed.
  let middle = values.length - 1;
  while (high - low > 1) {
    const value = values[middle];
    if (value !== undefined && (await confirms(value))) {
      best = value;
      low = middle;
    } else high = middle;
    middle = (low + high) >> 1;
  }
  return best;
}
