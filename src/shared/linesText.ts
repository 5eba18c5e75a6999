/** Such as `1 line` or `1,037 lines`. */
export function linesText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`;
}
