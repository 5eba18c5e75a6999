/** Such as `1 step` or `1,204 threads`. */
export function countText(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

/** Such as `1 line` or `1,037 lines`. */
export function linesText(count: number): string {
  return countText(count, 'line');
}
