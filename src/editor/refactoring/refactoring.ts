import { findAllReferences } from './findAllReferences.ts';
import { occurrencesAtCursor } from './occurrencesAtCursor.ts';
import { renameSymbol } from './renameSymbol.ts';
import { goToSymbolInProject } from './symbolSearch.ts';

/** Everything that loads at the first use of one of it. */
export const refactoring = {
  findAllReferences,
  goToSymbolInProject,
  occurrencesAtCursor,
  renameSymbol,
};
