// Written by scripts/generate.mjs from package.json; do not edit.

/** The version of the product that this package belongs to. */
export const version = '0.7.0'
