import printBuffer from '#generated/slang/printBuffer.json' with { type: 'json' };

/** Records in the print buffer, as printing.slang has it (specification, section 9: 2048). */
export const PRINT_RECORD_COUNT: number = printBuffer.records;

/** 32-bit words in a record. */
export const PRINT_RECORD_WORDS = 3;

export const PRINT_BUFFER_BYTES = PRINT_RECORD_COUNT * PRINT_RECORD_WORDS * 4;
