import { internalPath } from '../../platform/contract/internal-path.ts'

export const FROM_LENGTH = 300
export const TO_LENGTH = 500
/** Rows of one paste. */
export const MOST_PASTED = 1000

/** Areas whose addresses are the product's own. */
const OWN_AREAS = /^\/(api|console|member|experiment|files|img|assets)(\/|$)/

/** The path under which an old address is kept: decoded, without query, fragment and closing slashes. Undefined when it is no path. */
export function oldPath(given: string): string | undefined {
  const path = internalPath(given.trim())?.replace(/[?#].*$/, '')
  if (path === undefined) return undefined
  try {
    return decodeURIComponent(path).replace(/\/+$/, '') || '/'
  } catch {
    return undefined
  }
}

/** What is wrong with an old address, as a Chinese sentence. */
export function faultOfOld(given: string): string | undefined {
  const path = oldPath(given)
  return path === undefined ? '请填写本站的路径，以 / 开头，例如 /old/page' : faultOfPath(path)
}

/** The same for a path that `oldPath` has made. */
export function faultOfPath(path: string): string | undefined {
  if (path === '/') return '首页不能跳转'
  if (path.length > FROM_LENGTH) return `旧地址不能超过${FROM_LENGTH}个字符`
  if (/[\u0000-\u001f\u007f]/.test(path)) return '旧地址包含无法识别的字符'
  return OWN_AREAS.test(path) ? '这个地址由系统使用，不能跳转' : undefined
}

/** What is wrong with a new address. Other sites are refused, so that nobody is led away from here by a link that looks like ours. */
export function faultOfNew(given: string): string | undefined {
  const path = internalPath(given.trim())
  if (path === undefined) return '请填写本站的路径，以 / 开头；不能跳转到其他网站'
  return path.length > TO_LENGTH ? `新地址不能超过${TO_LENGTH}个字符` : undefined
}

export interface PastedRow {
  line: number
  from: string
  to: string
}

/**
 * Lines of two addresses, separated by tab, comma or blanks, as they come from a table. Empty lines are left out, and so is the head of the
 * table: a first line in which no address stands.
 */
export function pastedRows(text: string): PastedRow[] {
  const rows = text.split(/\r?\n/).flatMap((line, index) => {
    const [from = '', to = ''] = line.trim().split(/\s*[\t,，]\s*|\s+/)
    return from === '' ? [] : [{ line: index + 1, from, to }]
  })
  const [first] = rows
  return first && !`${first.from}${first.to}`.includes('/') ? rows.slice(1) : rows
}
