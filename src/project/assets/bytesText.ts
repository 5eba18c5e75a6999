const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** Such as `512 bytes`, `1.5 KiB` or `32 MiB`. */
export function bytesText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let unit = 0;
  let value = bytes;
  for (; value >= 1024 && unit < UNITS.length - 1; unit += 1) value /= 1024;
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
