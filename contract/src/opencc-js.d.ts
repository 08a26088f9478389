/** The characters' table of opencc-js, which declares its converters only: pairs apart by spaces, themselves by `|`. */
declare module "opencc-js/dict/TSCharacters" {
  const TRADITIONAL_TO_SIMPLIFIED: string;
  export default TRADITIONAL_TO_SIMPLIFIED;
}
