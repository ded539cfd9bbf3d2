/** The text of a minified script; see scripts/inline-script.mjs. */
declare module '*?script' {
  const text: string
  export default text
}
