/** Faces that schools' devices have, beside those of the product's stack: the row that is full tells which one to install. */
export const KNOWN_FACES = [
  "PingFang SC",
  "Microsoft YaHei",
  "Noto Sans CJK SC",
  "Noto Sans SC",
  "Source Han Sans SC",
  "HarmonyOS Sans SC",
  "MiSans",
  "SimSun",
  "SimSun-ExtB",
  "SimHei",
  "KaiTi",
  "FangSong",
  "STSong",
  "STKaiti",
  "Songti SC",
  "Kaiti SC",
  "Noto Serif CJK SC",
  "WenQuanYi Micro Hei",
  "Microsoft JhengHei",
  "MingLiU-ExtB",
  "Hiragino Sans GB",
  "Plangothic P1",
  "Jigmo2",
  "Microsoft Himalaya",
  "Microsoft Yi Baiti",
  "Segoe UI Symbol",
  "DejaVu Sans",
] as const;

/** A face that draws neither of these is not on the device. */
export const FACE_SAMPLES = ["A", "中", "𠀀", "བ", "ꀀ"] as const;
