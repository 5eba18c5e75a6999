/** The largest number of a frame, which is a signed 32-bit integer in shaders. */
export const MAX_FRAME = 2 ** 31 - 1;

/** The largest seed, which is an unsigned 32-bit integer. */
export const MAX_SEED = 2 ** 32 - 1;
