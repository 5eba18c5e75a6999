const UNITS = [
  { nanoseconds: 1, name: 'ns' },
  { nanoseconds: 1e3, name: 'µs' },
  { nanoseconds: 1e6, name: 'ms' },
  { nanoseconds: 1e9, name: 's' },
] as const;

/** For example, `1.23 ms`; a dash for NaN. */
export function timeText(nanoseconds: number, digits = 3): string {
  if (Number.isNaN(nanoseconds)) return '–';
  if (nanoseconds === 0) return '0 µs';
  const rounded = Number(nanoseconds.toPrecision(digits));
  const unit = UNITS.findLast((each) => rounded >= each.nanoseconds) ?? UNITS[0];
  const value = rounded / unit.nanoseconds;
  return `${unit.nanoseconds === 1 ? value : fixed(value, digits)} ${unit.name}`;
}

/** A constant number of digits keeps the text's width stable. */
function fixed(value: number, digits: number): string {
  const whole = Math.max(1, Math.trunc(value).toString().length);
  return value.toFixed(Math.max(0, digits - whole));
}

/** For example, `12.3 %`; a dash for NaN. */
export function shareText(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`;
}
