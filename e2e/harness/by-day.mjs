// Loaded before the product where a test sends something to pupils, whom nothing reaches from 21:00 to 7:00 (IN-04): at night in
// China its clock, and that of its engine's thread, is set to the hour of noon. By whole hours, so that both are one.
const HOUR_MS = 3_600_000;
const CHINA_AHEAD_H = 8;
const real = Date;
const hour = new real(real.now() + CHINA_AHEAD_H * HOUR_MS).getUTCHours();
const isNight = hour < 7 || hour >= 20;
const now = () => real.now() + (isNight ? (12 - hour) * HOUR_MS : 0);

globalThis.Date = new Proxy(real, {
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
});
