import fc from 'fast-check';

/** Every run tries the same values; `SEED=…` tries others. */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });

export { fc };
