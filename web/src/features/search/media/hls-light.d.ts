// The package describes its whole build only; the light one has the same names for what it can do.
declare module "hls.js/light" {
  import Hls from "hls.js";

  export { Hls };
}
