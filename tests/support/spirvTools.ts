import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readModule } from '#core/output/spirv/binary.ts';

export const SHADERS = path.resolve(import.meta.dirname, '../shaders/spirv');

/** The folder with their `spirv-dis` output, written by scripts/generate/referenceSpirv.ts. */
export const EXPECTED = path.join(SHADERS, 'expected');

export function shaderNames(): string[] {
  const files = readdirSync(SHADERS).filter((file) => file.endsWith('.slang'));
  return files.map((file) => path.basename(file, '.slang')).sort();
}

export function readShader(name: string): string {
  return readFileSync(path.join(SHADERS, `${name}.slang`), 'utf8');
}

const OP_SOURCE = 3;
const SLANG = 11;

/**
 * A copy of the module that names no source language instead of Slang. The tools from 2023 do not
 * know Slang and refuse modules that name it.
 */
export function withoutSlang(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const { opcode, start } of readModule(bytes).instructions) {
    const at = (start + 1) * 4;
    if (opcode === OP_SOURCE && view.getUint32(at, true) === SLANG) view.setUint32(at, 0, true);
  }
  return copy;
}

/** Does the same to a text. Only its line `OpSource Slang` may differ. */
export function withoutSlangInText(text: string): string {
  return text.replace(/^( {15}OpSource )Slang\b/m, '$1Unknown');
}

export type ToolResult<T> =
  | { readonly tag: 'accepted'; readonly output: T }
  | { readonly tag: 'refused'; readonly reason: string };

function run(command: string, args: readonly string[], input: Uint8Array): ToolResult<Uint8Array> {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input, maxBuffer: 1 << 28 });
  if (error) throw error;
  if (status !== 0) return { tag: 'refused', reason: stderr.toString('utf8').trim() };
  return { tag: 'accepted', output: stdout };
}

export function spirvDis(bytes: Uint8Array): ToolResult<string> {
  const result = run('spirv-dis', ['--no-color', '-'], bytes);
  if (result.tag === 'refused') return result;
  return { tag: 'accepted', output: Buffer.from(result.output).toString('utf8') };
}

/** Validates a module with Debian's `spirv-val`; accepted means valid. */
export function spirvVal(bytes: Uint8Array): ToolResult<Uint8Array> {
  return run('spirv-val', ['--target-env', 'vulkan1.3', '-'], bytes);
}

/** By the stage names in the reflection. */
const GLSL_STAGES: Readonly<Record<string, string>> = {
  vertex: 'vert',
  fragment: 'frag',
  compute: 'comp',
};

/** Checks a shader in Vulkan GLSL with Debian's `glslangValidator`. */
export function glslangValidator(code: string, stage = 'compute'): ToolResult<Uint8Array> {
  const input = ['--stdin', '-S', GLSL_STAGES[stage] ?? stage];
  const args = [...input, '--target-env', 'vulkan1.3', '-o', os.devNull];
  return run('glslangValidator', args, Buffer.from(code));
}

/** The version that a SPIRV-Tools program reports; undefined if it is not installed. */
export function toolVersion(tool: 'spirv-dis'): string | undefined {
  try {
    return execFileSync(tool, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}
