/** Loaded first by a process whose clock is to be wrong by CLOCK_OFF_MINUTES. */
const off = Number(process.env.CLOCK_OFF_MINUTES) * 60_000;
const RightDate = Date;
const rightNow = Date.now;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [rightNow() + off] : parameters, newTarget),
  apply: () => new RightDate(rightNow() + off).toString(),
});
RightDate.now = () => rightNow() + off;
