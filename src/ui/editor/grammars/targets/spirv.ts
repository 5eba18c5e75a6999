import { StreamLanguage, type StringStream } from '@codemirror/language';

interface SpirvState {
  /** Whether a string continues on the next line. */
  inString: boolean;
  /** The current line's opcode; empty until it is read. */
  opcode: string;
}

/** SPIR-V assembly, as our disassembler and `spirv-dis` write it. */
export const language = StreamLanguage.define<SpirvState>({
  name: 'spirv',
  startState: () => ({ inString: false, opcode: '' }),
  token(stream, state) {
    if (state.inString) return continueString(stream, state);
    if (stream.sol()) state.opcode = '';
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return 'lineComment';
    if (stream.eat('"')) return continueString(stream, state);
    if (stream.match(/^%\w+/)) {
      return stream.match(/^\s*=/, false) ? 'labelName.definition' : 'labelName';
    }
    if (stream.match(/^[=|]/)) return 'operator';
    if (state.opcode === '' && stream.match(/^Op[A-Z]\w*/)) {
      state.opcode = stream.current();
      return state.opcode.startsWith('OpType') ? 'typeName' : 'keyword';
    }
    // Enumerants such as 2D begin with a digit.
    if (stream.match(/^(?:[A-Za-z]\w*|[123]D\b)/)) {
      return state.opcode.startsWith('OpExtInst') ? 'variableName.function' : 'atom';
    }
    if (stream.match(NUMBER)) return stream.match(/^[\w.]+/) ? 'invalid' : 'number';
    stream.next();
    return 'invalid';
  },
  languageData: { commentTokens: { line: ';' } },
});

const NUMBER =
  /^(?:!?[-+]?0x[\da-fA-F]+(?:\.[\da-fA-F]*)?(?:p[+-]?\d+)?|[-+]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|[-+]?(?:inf|nan)\b)/;

function continueString(stream: StringStream, state: SpirvState): string {
  const isStart = stream.pos > stream.start;
  state.inString = true;
  if (!isStart && stream.match(/^\\./)) return 'escape';
  // A string may continue on the next line, but a token must not be empty.
  if (!stream.match(/^[^"\\]+/) && !isStart && stream.peek() === '\\') stream.next();
  if (stream.eat('"')) state.inString = false;
  return 'string';
}
