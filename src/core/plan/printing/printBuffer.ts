import printBuffer from '#generated/slang/printBuffer.json' with { type: 'json' };

/** The number of records in printing.slang's print buffer (specification, section 9: 2048). */
export const PRINT_RECORD_COUNT: number = printBuffer.records;

export const PRINT_RECORD_WORDS = 3;

/**
 * What `src/core/slang/printing.slang` requires of the run-time:
 * - The buffer has this size and holds zeros before the first dispatch of each frame
 *   (`clearBuffer`). The third word of record 0 is the atomic counter by which threads reserve
 *   records, so it must not be cleared between the dispatches of a frame.
 * - The whole buffer is copied after the frame's last dispatch and passed on unchanged. If its text
 *   is empty, the frame printed nothing.
 * - A count above {@link PRINT_RECORD_COUNT} means that messages are missing. No message is stored
 *   in part.
 *
 * A buffer that the shader declares itself also works if its records have three words. Records that
 * begin with 0 or 0xFFFFFFFF are skipped and end a message.
 */
export const PRINT_BUFFER_BYTES = PRINT_RECORD_COUNT * PRINT_RECORD_WORDS * 4;
