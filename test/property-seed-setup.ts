import fc from 'fast-check';

// A fixed seed gives the same inputs each run, so that a change rarely fails through someone else's fault. Set
// PROPERTY_SEED for others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
