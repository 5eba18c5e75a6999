import type { Hover, Location, Position } from 'vscode-languageserver-protocol';

/** What the language server must answer. Null if it failed or stopped. */
export interface Definitions {
  definition(uri: string, position: Position): Promise<readonly Location[] | null>;
  hover(uri: string, position: Position): Promise<Hover | null>;
  /** The text of the core library or of a built-in module. */
  text(uri: string): Promise<string | null>;
  /** Opens a text beside the project's, which nobody sees. */
  open(uri: string, text: string): void;
  close(uri: string): void;
}
