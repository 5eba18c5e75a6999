/**
 * Writes the output of Debian's `spirv-dis` 2023.1 for the SPIR-V tests' modules to
 * `tests/shaders/spirv/expected/`: one `.spvasm` per module, and `refused.json` with the reason for
 * each module it refuses. Run it after changing a shader there, or the compiler.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { spirvCompiler } from '../../tests/support/compileSpirv.ts';
import { everySpirvInstruction } from '../../tests/support/everySpirvInstruction.ts';
import {
  EXPECTED,
  readShader,
  shaderNames,
  spirvDis,
  toolVersion,
  withoutSlang,
} from '../../tests/support/spirvTools.ts';
import { prepareCompilerFilesHere } from '../build/compilerFiles.ts';

const VERSION = 'v2023.1';

const found = toolVersion('spirv-dis');
if (found?.includes(VERSION) !== true) {
  throw new Error(
    `The reference is SPIRV-Tools ${VERSION}, but this machine has ${found ?? 'none'}. ` +
      'Install Debian 12\'s package "spirv-tools".',
  );
}

await prepareCompilerFilesHere();
const compile = await spirvCompiler();
const modules = new Map([
  ...(await Promise.all(
    shaderNames().map(async (name) => [name, await compile(readShader(name))] as const),
  )),
  ...everySpirvInstruction(),
]);

await rm(EXPECTED, { recursive: true, force: true });
await mkdir(EXPECTED, { recursive: true });
const refused: Record<string, string> = {};
for (const [name, bytes] of modules) {
  const result = spirvDis(withoutSlang(bytes));
  if (result.tag === 'accepted') {
    await writeFile(path.join(EXPECTED, `${name}.spvasm`), result.output);
  } else {
    refused[name] = result.reason;
  }
}
await writeFile(path.join(EXPECTED, 'refused.json'), `${JSON.stringify(refused, null, 2)}\n`);
console.log(`${modules.size} modules, ${Object.keys(refused).length} refused by spirv-dis.`);
