/// <reference path="./opencc-js.d.ts" />
import { CustomConverter } from "opencc-js/core";
import TRADITIONAL_TO_SIMPLIFIED from "opencc-js/dict/TSCharacters";

/** Returns a text with each traditional character in its simplified form (SF-02). */
export const simplified: (text: string) => string = CustomConverter(TRADITIONAL_TO_SIMPLIFIED);
