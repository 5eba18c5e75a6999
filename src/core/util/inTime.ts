/** The work's value if it settles within `limit` milliseconds, else the value of `otherwise`. */
export async function inTime<Value>(
  work: Promise<Value>,
  limit: number,
  otherwise: () => Value,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
