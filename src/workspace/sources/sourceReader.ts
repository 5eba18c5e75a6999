import type { OpenFile, OpenProject } from '#core/project/openFile.ts';

/** What is to be compiled. */
export interface SourceReader {
  /** The current text of the main file. */
  text(): string;
  /** The other files with their current texts. */
  files(): readonly OpenFile[];
  /** All of it. */
  project(): OpenProject;
  /** Equal if and only if the projects are; of a main file alone, it is its text. */
  identity(): string;
  /** What relative addresses in the text resolve against. */
  uri(): string;
  /** Whether the text comes from a link. */
  isForeign(): boolean;
  /** Whether the project is one of the site's demos, unchanged. */
  isSiteDemo(): boolean;
  /** Shared by all versions of the text; see `NewVersion`. */
  lineage(): string;
}
