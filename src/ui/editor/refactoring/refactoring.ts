import { findAllReferences } from './findAllReferences.ts';
import { occurrencesAtCursor } from './occurrencesAtCursor.ts';
import { renameSymbol } from './renameSymbol.ts';
import { goToSymbolInProject } from './symbolSearch.ts';

/** The commands, which load together when one of them is first used. */
export const refactoring = {
  findAllReferences,
  goToSymbolInProject,
  occurrencesAtCursor,
  renameSymbol,
};
