import { prepareCompilerFilesHere } from './compilerFiles.ts';

await prepareCompilerFilesHere();
