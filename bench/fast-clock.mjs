/** Preloaded into the server by bench/attack.ts: its dates pass CLOCK_SPEED times as fast, its timers do not. */
const realNow = Date.now;
const start = realNow();
const speed = Number(process.env.CLOCK_SPEED ?? 1);

Date.now = () => Math.floor(start + (realNow() - start) * speed);
globalThis.Date = new Proxy(Date, {
  construct: (target, given, created) =>
    Reflect.construct(target, given.length > 0 ? given : [Date.now()], created),
});
