// Puts the pictures of the product's apps, in their own colours, into the document; written by web/build/icon-sprite.ts.
export {};
