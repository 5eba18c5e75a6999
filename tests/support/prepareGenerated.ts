import { prepareGeneratedFiles } from '../../scripts/generatedFiles.ts';

/** Vitest's global set-up: the generated files are there before any test runs. */
export const setup = prepareGeneratedFiles;
