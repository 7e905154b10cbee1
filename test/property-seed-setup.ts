import fc from 'fast-check';

// The same inputs in each run: a change rarely fails by a fault of others. PROPERTY_SEED draws others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
