import printBuffer from '#generated/slang/printBuffer.json' with { type: 'json' };

/** Records in the print buffer, as printing.slang has it (specification, section 9: 2048). */
export const PRINT_RECORD_COUNT: number = printBuffer.records;

/** 32-bit words in a record. */
export const PRINT_RECORD_WORDS = 3;

/**
 * The run-time's duties for `src/core/slang/printing.slang`:
 * - The buffer has this size and holds zeros before the first dispatch of each frame (`clearBuffer`).
 *   The third word of record 0 is the atomic counter by which threads reserve records, so it must not
 *   be cleared between the dispatches of one frame.
 * - The whole buffer is copied after the frame's last dispatch and passed on unchanged. An empty
 *   text means that the frame printed nothing.
 * - A count over {@link PRINT_RECORD_COUNT} means that messages are missing. A message is there
 *   whole or not at all.
 *
 * A buffer that a shader declares itself works too, if it has records of three words; records that
 * begin with 0 or 0xFFFFFFFF are skipped and end a message.
 */
export const PRINT_BUFFER_BYTES = PRINT_RECORD_COUNT * PRINT_RECORD_WORDS * 4;
