/**
 * WebDAV (RFC 4918) as far as a folder needs it that can only be read: the names of paths and the answer to PROPFIND. A client asks for a
 * folder and what lies in it (`Depth: 1`), or for one thing (`Depth: 0`); the whole tree at once is refused, as the standard allows.
 */
export const WEBDAV_PATH = '/webdav'

/** A folder has no file. */
export interface DavEntry {
  /** From the root of the folder on; empty for the root itself. */
  path: readonly string[]
  modifiedAt: Date
  file?: { size: number; mime: string; etag: string }
}

/** The names in an address below `/webdav`, or undefined when it is no path of ours. `address` is as it was sent, with its escapes. */
export function pathOf(address: string): string[] | undefined {
  const [plain = ''] = address.split('?')
  if (plain !== WEBDAV_PATH && !plain.startsWith(`${WEBDAV_PATH}/`)) return undefined
  const names = plain.slice(WEBDAV_PATH.length).split('/').filter(Boolean).map(decoded)
  return names.every((name): name is string => name !== undefined) ? names : undefined
}

function decoded(part: string): string | undefined {
  try {
    const name = decodeURIComponent(part)
    return name === '.' || name === '..' || /[/\\\u0000-\u001f]/.test(name) ? undefined : name
  } catch {
    return undefined
  }
}

export function hrefOf({ path, file }: Pick<DavEntry, 'path' | 'file'>): string {
  const names = [WEBDAV_PATH, ...path.map((name) => encodeURIComponent(name.toWellFormed()))].join('/')
  return file ? names : `${names}/`
}

/** A name that is a folder on every system: without separators and the characters that Windows refuses. */
export function folderName(text: string): string {
  return text.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').trim() || '未命名'
}

/** The body of 207 Multi-Status. All properties are answered whatever was asked for: there are seven, and clients take what they know. */
export function multistatus(entries: readonly DavEntry[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${entries.map(responseOf).join('')}</D:multistatus>\n`
}

function responseOf(entry: DavEntry): string {
  const { path, modifiedAt, file } = entry
  const properties = [
    `<D:displayname>${escaped(path.at(-1) ?? '明析科测数据')}</D:displayname>`,
    `<D:resourcetype>${file ? '' : '<D:collection/>'}</D:resourcetype>`,
    `<D:getlastmodified>${modifiedAt.toUTCString()}</D:getlastmodified>`,
    `<D:creationdate>${modifiedAt.toISOString()}</D:creationdate>`,
    ...(file
      ? [
          `<D:getcontentlength>${file.size}</D:getcontentlength>`,
          `<D:getcontenttype>${escaped(file.mime)}</D:getcontenttype>`,
          `<D:getetag>${escaped(file.etag)}</D:getetag>`,
        ]
      : []),
  ]
  return `<D:response><D:href>${escaped(hrefOf(entry))}</D:href><D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
