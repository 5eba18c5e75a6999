import { readModule, type SpirvModule } from '#core/output/spirv/binary.ts';
import { ModuleFacts } from './facts.ts';
import { generatorName } from './generators.ts';
import { sharedGrammar } from './grammar.ts';
import { FriendlyNames } from './names.ts';
import { InstructionPrinter } from './printer.ts';

function header(module: SpirvModule): string[] {
  return [
    '; SPIR-V',
    `; Version: ${module.major}.${module.minor}`,
    `; Generator: ${generatorName(module.generator)}; ${module.generatorVersion}`,
    `; Bound: ${module.bound}`,
    `; Schema: ${module.schema}`,
  ];
}

/**
 * The text of a SPIR-V module, in the form of `spirv-dis` (indented, with friendly names). What the
 * grammar does not know becomes a number (enumerants) or a comment of raw words (instructions).
 *
 * @param file The module's bytes, in either byte order.
 * @throws SpirvError `Error disassembling SPIR-V code`, if the bytes are no sequence of
 * instructions after a header.
 */
export function disassembleSpirv(file: Uint8Array): string {
  const module = readModule(file);
  const grammar = sharedGrammar();
  const facts = new ModuleFacts(module, grammar);
  const names = new FriendlyNames(module, grammar, facts);
  const printer = new InstructionPrinter(module, grammar, facts, names);
  const lines = header(module);
  for (const instruction of module.instructions) lines.push(printer.print(instruction));
  return `${lines.join('\n')}\n`;
}
