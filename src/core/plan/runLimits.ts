/** The largest frame number. In shaders it is a signed 32-bit integer. */
export const MAX_FRAME = 2 ** 31 - 1;

/** The largest seed, an unsigned 32-bit integer. */
export const MAX_SEED = 2 ** 32 - 1;
