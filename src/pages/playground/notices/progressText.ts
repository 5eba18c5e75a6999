import type { LoadProgress } from '#core/output/compilerState.ts';

const BYTES_PER_MEGABYTE = 1e6;

/** From 0 to 1; null while the total is unknown. */
export function fractionOf({ received, total }: LoadProgress): number | null {
  if (received === 0) return 0;
  return total === null || total === 0 ? null : received / total;
}

/** Such as `1.2 of 4.0 MB`. */
export function sizeText({ received, total }: LoadProgress): string {
  const megabytes = (bytes: number) => (bytes / BYTES_PER_MEGABYTE).toFixed(1);
  return total === null
    ? `${megabytes(received)} MB`
    : `${megabytes(received)} of ${megabytes(total)} MB`;
}
