/** The package has no types for its single icons. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  const node: [string, Record<string, string | number>][]
  export default node
}
