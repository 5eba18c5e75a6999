/** The received bytes; `total` is null if it is unknown. */
export interface LoadProgress {
  readonly received: number;
  readonly total: number | null;
}
