import { prepareCompilerFilesHere } from '../../scripts/compilerFiles.ts';

/** Vitest's global set-up: the generated compiler files are there before any test runs. */
export const setup = prepareCompilerFilesHere;
