/** It comes without types; what is used of it is described where it is used. */
declare module "ltijs" {
  const ltijs: { Provider: unknown };
  export default ltijs;
}
