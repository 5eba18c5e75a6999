import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readModule } from '#core/output/spirv/binary.ts';
import {
  disassembleSpirv,
  InstructionPrinter,
  ModuleFacts,
} from '#core/output/spirv/disassemble.ts';
import { sharedGrammar } from '#core/output/spirv/grammar.ts';
import { spirvCompiler } from '../support/compileSpirv.ts';
import { everySpirvInstruction } from '../support/everySpirvInstruction.ts';
import {
  EXPECTED,
  readShader,
  shaderNames,
  spirvAs,
  spirvDis,
  toolVersion,
  withoutSlang,
  withoutSlangInText,
} from '../support/spirvTools.ts';

/*
 * The references are the output of `spirv-dis` 2023.1, written by
 * scripts/generate/referenceSpirv.ts. The texts must match byte for byte except for one word:
 * `spirv-dis` rejects the source language Slang, so it received modules that name none, and
 * `OpSource Slang` counts as `OpSource Unknown`.
 */

const refused = JSON.parse(readFileSync(path.join(EXPECTED, 'refused.json'), 'utf8')) as Record<
  string,
  string
>;
const names = shaderNames();
const compared = names.filter((name) => refused[name] === undefined);
const modules = new Map<string, Uint8Array>();

beforeAll(async () => {
  const compile = await spirvCompiler();
  for (const name of names) modules.set(name, await compile(readShader(name)));
}, 120_000);

function moduleOf(name: string): Uint8Array {
  const bytes = modules.get(name);
  if (bytes === undefined) throw new Error(`${name} was not compiled.`);
  return bytes;
}

function reference(name: string): string {
  return readFileSync(path.join(EXPECTED, `${name}.spvasm`), 'utf8');
}

/** The text with numeric ids, which `spirv-as` preserves. */
function textWithNumbers(bytes: Uint8Array): string {
  const module = readModule(bytes);
  const grammar = sharedGrammar();
  const facts = new ModuleFacts(module, grammar);
  const printer = new InstructionPrinter(module, grammar, facts, { of: String });
  const lines = module.instructions.map((instruction) => printer.print(instruction));
  return [`; Version: ${module.major}.${module.minor}`, ...lines, ''].join('\n');
}

/** A module's words without generator and bound, which `spirv-as` changes. */
function comparableWords(bytes: Uint8Array): number[] {
  const words = [...readModule(bytes).words];
  words.splice(2, 2);
  return words;
}

describe('the text of shaders', () => {
  it.each(compared)('equals the output of spirv-dis: %s', (name) => {
    expect(withoutSlangInText(disassembleSpirv(moduleOf(name)))).toBe(reference(name));
  });

  it.each(Object.entries(refused))(
    'is complete if spirv-dis rejects the module: %s (%s)',
    (name) => {
      const bytes = moduleOf(name);
      const lines = disassembleSpirv(bytes).trimEnd().split('\n');
      expect(lines.length).toBe(5 + readModule(bytes).instructions.length);
      expect(lines.filter((line) => line.includes('unknown opcode'))).toEqual([]);
    },
  );

  it('shows a switch with a wrong word count as raw words', () => {
    // Slang 2025.15 writes one word per case of a 64-bit switch, but SPIR-V requires two.
    const text = disassembleSpirv(moduleOf('control-flow-switch-wide'));
    expect(text).toMatch(/^ {15}; malformed OpSwitch: 0x000700fb( 0x[0-9a-f]{8}){6}$/m);
  });

  it('names the source language', () => {
    expect(disassembleSpirv(moduleOf('compute-saxpy'))).toMatch(/^ {15}OpSource Slang 1$/m);
  });
});

describe('the text of everything in the grammar', () => {
  it.each([...everySpirvInstruction()])('equals the output of spirv-dis: %s', (name, bytes) => {
    expect(disassembleSpirv(bytes)).toBe(reference(name));
  });
});

describe.skipIf(toolVersion('spirv-as') === undefined)('spirv-as', () => {
  it.each(compared)('assembles the text to the same module: %s', (name) => {
    const bytes = withoutSlang(moduleOf(name));
    const result = spirvAs(textWithNumbers(bytes));
    if (result.tag === 'refused') throw new Error(result.reason);
    expect(comparableWords(result.output)).toEqual(comparableWords(bytes));
  });

  it.each(compared)('accepts the text with friendly names: %s', (name) => {
    const text = withoutSlangInText(disassembleSpirv(moduleOf(name)));
    expect(spirvAs(text)).toMatchObject({ tag: 'accepted' });
  });
});

describe.skipIf(toolVersion('spirv-dis')?.includes('v2023.1') !== true)('spirv-dis', () => {
  it('still prints the references', () => {
    for (const name of compared) {
      const result = spirvDis(withoutSlang(moduleOf(name)));
      expect(result).toEqual({ tag: 'accepted', output: reference(name) });
    }
  });
});
