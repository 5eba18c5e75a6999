/** How much has arrived, in bytes; `total` is null if nobody says. */
export interface LoadProgress {
  readonly received: number;
  readonly total: number | null;
}
