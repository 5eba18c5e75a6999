import { deflateSync } from 'node:zlib';
import { type CompileResult, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { SpirvError } from '#core/output/spirv/binary.ts';
import { disassembleSpirv } from '#core/output/spirv/disassemble.ts';
import { PRINT_RECORD_COUNT } from '#core/plan/printing/printBuffer.ts';
import {
  PRINT_CUT,
  PRINT_OVERFLOW,
  PRINTED_TEXT_LIMIT,
  readPrintRecords,
} from '#core/plan/printing/readPrintRecords.ts';
import { decodeSource, MAX_SHARED_BYTES } from '#core/project/links/shareLink.ts';
import { openAnswer, sealAnswer } from '#engine/compiler/client/compileCache.ts';
import { createTestCompiler, readDemo } from '../tests/support/compiler.ts';
import { mutateBytes, randomBytes } from './mutate.ts';
import { packedProject, readPackedProject } from './packedProjects.ts';
import type { Random } from './random.ts';
import { fuzzReaders, type Reader } from './readers.ts';
import type { FuzzOptions, FuzzReport } from './report.ts';

/** Valid inputs for the readers, which the fuzzer corrupts. */
interface Corpus {
  readonly spirv: readonly Uint8Array[];
  readonly codes: readonly string[];
  readonly sources: readonly string[];
  readonly sealed: Awaited<ReturnType<typeof sealAnswer>>;
}

/** Feeds random and corrupted bytes to every reader of untrusted bytes. */
export async function fuzzBytes(options: FuzzOptions): Promise<FuzzReport> {
  return fuzzReaders('bytes', createReaders(await readCorpus()), options);
}

async function readCorpus(): Promise<Corpus> {
  const compiler = await createTestCompiler();
  const names = ['circle', 'simple-print', 'atomics', 'gsplat2d'];
  const sources = await Promise.all(names.map(readDemo));
  const compile = (sourceCode: string): CompileResult =>
    compiler.compile({
      target: 'SPIRV',
      entrypoint: null,
      sourceCode,
      shaderPath: USER_SHADER_PATH,
    });
  const answers = sources.map(compile);
  const [first] = answers;
  if (!first) throw new Error('There is no demo to start from.');
  return {
    spirv: answers.flatMap(({ result }) => (result?.binary ? [result.binary] : [])),
    sources,
    codes: sources.map((source) => deflateSync(source).toString('base64url')),
    sealed: await sealAnswer('key', first),
  };
}

function createReaders(corpus: Corpus): Reader[] {
  return [
    { name: 'SPIR-V', prepare: (random) => spirvInput(corpus, random) },
    { name: 'link', prepare: (random) => linkInput(corpus, random) },
    { name: 'project', prepare: (random) => projectInput(corpus, random) },
    { name: 'print records', prepare: printInput },
    { name: 'sealed answer', prepare: (random) => sealedInput(corpus, random) },
  ];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function spirvInput({ spirv }: Corpus, random: Random) {
  const bytes = random.chance(0.1)
    ? randomBytes(random.below(400), random)
    : mutateBytes(random.pick(spirv), random);
  return {
    input: hex(bytes),
    async read() {
      try {
        return disassembleSpirv(bytes).startsWith('; SPIR-V') ? 'text' : 'something else';
      } catch (thrown) {
        if (thrown instanceof SpirvError) return 'refused';
        throw thrown;
      }
    },
  };
}

function linkInput({ codes }: Corpus, random: Random) {
  const code = linkCode(codes, random);
  return {
    input: code.slice(0, 4000),
    async read() {
      const decoded = await decodeSource(code);
      if (!decoded.ok) return 'refused';
      if (new TextEncoder().encode(decoded.value).length > MAX_SHARED_BYTES) {
        throw new Error('The decoder unpacked more than its limit.');
      }
      return 'unpacked';
    },
  };
}

function linkCode(codes: readonly string[], random: Random): string {
  const kind = random.below(20);
  if (kind === 0) {
    // A decompression bomb that unpacks to thousands of times its size.
    const size = MAX_SHARED_BYTES * (1 + random.below(8)) - random.below(3);
    return deflateSync(Buffer.alloc(size, random.pick(['a', 'ab', '\0']))).toString('base64url');
  }
  const packed = Buffer.from(random.pick(codes), 'base64url');
  if (kind < 3) return Buffer.from(randomBytes(random.below(300), random)).toString('base64url');
  if (kind < 5) return String.fromCharCode(...randomBytes(random.below(300), random));
  if (kind < 7) return deflateSync(randomBytes(random.below(2000), random)).toString('base64url');
  return Buffer.from(mutateBytes(packed, random)).toString(random.pick(['base64url', 'base64']));
}

function projectInput({ sources }: Corpus, random: Random) {
  const packed = packedProject(sources, random);
  return { input: packed, read: () => readPackedProject(packed) };
}

const FORMAT_PIECES = ['%', 'd', 'x', '%5.3f', '%-08', 's', '%%', 'll', '*', '.', '\n', '{}', 'é'];
const WIDE_CONVERSIONS = ['%4000d', '%-4000s', '%.4000f', '%.4000g', '%*.*e', '%.4000s', '%s'];

/** The limit on printed text, plus the longest notes that may follow it. */
const MOST_PRINTED = PRINTED_TEXT_LIMIT + `\n${PRINT_CUT}\n${PRINT_OVERFLOW}\n`.length;

/** A format or a text to print; some are as long as a link allows. */
function printedString(random: Random): string {
  const pieces = random.chance(0.2) ? WIDE_CONVERSIONS : FORMAT_PIECES;
  const text = Array.from({ length: random.below(6) }, () => random.pick(pieces)).join('');
  return random.chance(0.1) ? text.repeat(random.below(100_000)) : text;
}

/** Record words, many of them valid, and the strings that they refer to. */
function printInput(random: Random) {
  const hashes = Array.from({ length: 4 }, () => random.below(2 ** 32));
  const hashedStrings = Object.fromEntries(hashes.map((hash) => [hash, printedString(random)]));
  const words = random.chance(0.1) ? repeatedMessage(hashes, random) : mixedWords(hashes, random);
  return {
    input: JSON.stringify({ words: [...words], hashedStrings }).slice(0, 40_000),
    async read() {
      const printed = readPrintRecords(words, hashedStrings);
      if (printed.text.length > MOST_PRINTED) throw new Error('The text exceeds its limit.');
      if (printed.text.endsWith(`${PRINT_CUT}\n`)) return 'cut';
      return printed.overflowed ? 'overflow' : printed.text === '' ? 'nothing' : 'text';
    },
  };
}

function mixedWords(hashes: readonly number[], random: Random): Uint32Array {
  const word = () => {
    const kind = random.below(5);
    if (kind === 0) return random.pick(hashes);
    if (kind === 1) return random.pick([0xffff_ffff, 0x7fc0_0000, 0x8000_0000, 4096]);
    return kind === 2 ? random.below(2 ** 32) : random.below(8);
  };
  const length = random.chance(0.05) ? PRINT_RECORD_COUNT * 3 : random.below(120);
  return Uint32Array.from({ length }, word);
}

/** A buffer filled with copies of one message, as a kernel with many threads would write. */
function repeatedMessage(hashes: readonly number[], random: Random): Uint32Array {
  const message = [1, random.pick(hashes), 0];
  for (let count = random.below(4); count > 0; count -= 1) {
    message.push(2 + random.below(4), random.pick([...hashes, 4000]), random.below(2 ** 32));
  }
  const { length } = message;
  return Uint32Array.from({ length: PRINT_RECORD_COUNT * 3 }, (_, at) => message[at % length] ?? 0);
}

function sealedInput({ sealed }: Corpus, random: Random) {
  const damaged = damageAnswer(sealed, random);
  const isWhole = JSON.stringify(damaged) === JSON.stringify(sealed);
  return {
    input: JSON.stringify(damaged).slice(0, 4000),
    async read() {
      const opened = await openAnswer('key', damaged);
      if (opened && !isWhole) throw new Error('A damaged answer was accepted.');
      if (!opened && isWhole) throw new Error('An undamaged answer was refused.');
      return opened ? 'opened' : 'refused';
    },
  };
}

function damageAnswer(sealed: Corpus['sealed'], random: Random): unknown {
  const kind = random.below(6);
  const damage = (text: string) =>
    new TextDecoder().decode(mutateBytes(new TextEncoder().encode(text), random));
  if (kind === 0) return sealed;
  if (kind === 1) return { ...sealed, key: damage(sealed.key) };
  if (kind === 2) return { ...sealed, seal: damage(sealed.seal) };
  if (kind === 3) return random.pick([null, 1, 'text', [], {}, { ...sealed, text: 1 }]);
  return { ...sealed, text: damage(sealed.text) };
}
