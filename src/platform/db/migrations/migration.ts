/** A file of migrations/. */
export interface Migration {
  name: string
  text: string
  /** SHA-256 of the text, as the database remembers it. */
  checksum: string
}
