/** Such as `1 step` or `1,204 threads`. */
export function countText(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

/** Such as `1 line` or `1,037 lines`. */
export function linesText(count: number): string {
  return countText(count, 'line');
}

const UNITS = ['kB', 'MB', 'GB'] as const;

/** Such as `512 bytes` or `16.8 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes;
  let unit = -1;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${UNITS[unit]}`;
}
