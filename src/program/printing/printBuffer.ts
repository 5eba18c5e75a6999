import { records } from '#generated/slang/printBuffer.json';

/** The number of records in the print buffer, from printing.slang (specification, section 9: 2048). */
export const PRINT_RECORD_COUNT: number = records;

/** 32-bit words in a record. */
export const PRINT_RECORD_WORDS = 3;

export const PRINT_BUFFER_BYTES = PRINT_RECORD_COUNT * PRINT_RECORD_WORDS * 4;
