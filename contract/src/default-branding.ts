/** The platform's name and words where nobody has set any (AD-20). Alone in its file, since every first page carries it. */
export const DEFAULT_BRANDING = { name: "学门", welcome: "一扇门，通向每天的学习与教学" };
