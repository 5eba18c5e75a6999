import { FUNCTIONS } from './debuggerSources/functions.ts';
import { PROGRAMS } from './debuggerSources/programs.ts';
import { SHAPES } from './debuggerSources/shapes.ts';
import { STATEMENTS } from './debuggerSources/statements.ts';
import { TYPES } from './debuggerSources/types.ts';

export const DEBUGGED_SOURCES = [...STATEMENTS, ...FUNCTIONS, ...TYPES, ...PROGRAMS, ...SHAPES];
