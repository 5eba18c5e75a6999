/** The work's value if it comes within `patience` milliseconds, else `otherwise`. */
export async function inTime<Value>(
  work: Promise<Value>,
  patience: number,
  otherwise: () => Value,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
