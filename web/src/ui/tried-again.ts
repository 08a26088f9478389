/** The class of a 重试 that is pressed by itself once the platform is reached again. */
export const TRIED_AGAIN = "tried-again";
