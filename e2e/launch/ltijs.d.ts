/** Declares ltijs, which has no types; `ltijs-tool.ts` describes the part in use. */
declare module "ltijs" {
  const ltijs: { Provider: unknown };
  export default ltijs;
}
