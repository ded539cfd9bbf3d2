import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { extract, pack } from 'tar-stream'

/** The stored bytes of every entry of a backup, in order; as latin1, so that they can be written again. */
export async function entriesOf(path: string): Promise<Map<string, string>> {
  const entries = new Map<string, string>()
  const tar = extract()
  createReadStream(path).pipe(tar)
  for await (const entry of tar) entries.set(entry.header.name, (await buffer(entry)).toString('latin1'))
  return entries
}

/** A backup as somebody could have made it: without an entry or with another content, and with right checksums of each entry. */
export async function archiveWith(
  entries: ReadonlyMap<string, string>,
  { without, replace = {} }: { without?: string; replace?: Record<string, string> },
): Promise<Buffer> {
  const tar = pack()
  for (const [name, text] of entries) {
    if (name === without) continue
    const content = Buffer.from(replace[name] ?? text, replace[name] === undefined ? 'latin1' : 'utf8')
    const sha256 = createHash('sha256').update(content).digest('hex')
    tar.entry({ name, size: content.length, pax: { comment: `sha256 ${sha256}` } }, content)
  }
  tar.finalize()
  return buffer(tar)
}
