import type { Hover, Location, Position } from 'vscode-languageserver-protocol';

/** The requests to the language server. Each answers null if the server failed or stopped. */
export interface Definitions {
  definition(uri: string, position: Position): Promise<readonly Location[] | null>;
  hover(uri: string, position: Position): Promise<Hover | null>;
  /** The text of the core library or of a built-in module. */
  text(uri: string): Promise<string | null>;
  /** Opens a text on the server next to the project's files; the user never sees it. */
  open(uri: string, text: string): void;
  close(uri: string): void;
}
