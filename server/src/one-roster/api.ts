export { forgetTokens } from "./sweep.ts";
