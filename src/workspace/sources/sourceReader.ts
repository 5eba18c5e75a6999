/** What is to be compiled. */
export interface SourceReader {
  /** The current text. */
  text(): string;
  /** What relative addresses in the text resolve against. */
  uri(): string;
  /** Whether the text comes from a link. */
  isForeign(): boolean;
  /** Shared by all versions of the text; see `NewVersion`. */
  lineage(): string;
}
