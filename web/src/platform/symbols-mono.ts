// Puts the pictures of the product's apps, as glyphs of one tone, into the document; written by web/build/icon-sprite.ts.
export {};
