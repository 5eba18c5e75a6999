/** Characters and bytes that one message may have, its names included. */
export const MAX_MESSAGE_TEXT = 8 * 2 ** 20;

/** Values in one message. No honest one comes near; it bounds the time that a message takes. */
const MAX_VALUES = 10_000;

/**
 * Whether a message that has arrived is larger than any may be. It stops at the limit, and takes circles
 * and depth.
 */
export function isTooLarge(message: unknown): boolean {
  let text = 0;
  let values = 1;
  const waiting: unknown[] = [message];
  while (waiting.length > 0) {
    const value = waiting.pop();
    text += sizeOf(value);
    values += isList(value) ? value.length : 0;
    if (text > MAX_MESSAGE_TEXT || values > MAX_VALUES) return true;
    if (isList(value)) {
      waiting.push(...value);
    } else if (isWalked(value)) {
      const parts = Object.entries(value);
      values += parts.length;
      for (const [name] of parts) text += name.length;
      if (values > MAX_VALUES) return true;
      for (const [, part] of parts) waiting.push(part);
    }
  }
  return false;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  return 0;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isWalked(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
