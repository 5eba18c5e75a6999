/** What a buffer's table can have beside it. */
export type BufferPart = 'find' | 'statistics' | 'chart';
