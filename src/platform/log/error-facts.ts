import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { safeEngineText, safeText } from './safe-text.ts'

/** What an operator needs to know about an error; nothing in it is personal. */
export interface ErrorFacts {
  type: string
  /** Of the system (ENOSPC), the database (23505) or a library. */
  code?: string
  message?: string
  constraint?: string
  table?: string
  column?: string
  syscall?: string
  /** Of a file. Files have random names, never those of their senders. */
  path?: string
  stack: string
  cause?: ErrorFacts
}

type Known = Error & Partial<Record<'code' | 'constraint' | 'table' | 'column' | 'syscall' | 'path', unknown>>

const MOST_FRAMES = 20
const MOST_CAUSES = 4

/** The facts of an error and of the errors that caused it. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, stack: depth === 0 ? framesHere() : '' }
  const known = error as Known
  const inner = error.cause ?? (error as { errors?: unknown[] }).errors?.[0]
  const own = framesOf(error)
  return {
    type: nameOf(error),
    code: wordOf(known.code),
    message: messageOf(known) || undefined,
    constraint: wordOf(known.constraint),
    table: wordOf(known.table),
    column: wordOf(known.column),
    syscall: wordOf(known.syscall),
    path: typeof known.syscall === 'string' && typeof known.path === 'string' ? shortPath(known.path) : undefined,
    // Errors of file streams and sockets have no frames. Where they were caught is better than nothing.
    stack: own || (depth === 0 ? framesHere() : ''),
    cause: inner !== undefined && depth < MOST_CAUSES ? errorFacts(inner, depth + 1) : undefined,
  }
}

function nameOf(error: Error): string {
  const name = error.name === 'Error' ? error.constructor.name : error.name
  return wordOf(name) ?? 'Error'
}

/** A code or a name; anything else than a plain word is left out. */
function wordOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && /^[A-Za-z_$][\w$.-]{0,59}$|^[0-9A-Z]{1,8}$/.test(value) ? value : undefined
}

/** Messages of these classes of SQLSTATE quote values: data exceptions and violated constraints. */
const QUOTING = /^2[23]/

function messageOf(error: Known): string {
  if (isSqlState(error.code) && QUOTING.test(error.code)) return ''
  // What a mail server said.
  const { response } = error as { response?: unknown }
  if (typeof response === 'string' && response !== '') return safeText(error.message.replace(response, '…'))
  const { issues } = error as { issues?: { path: PropertyKey[]; code: string }[] }
  if (Array.isArray(issues)) return safeText(issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join(', '))
  return error instanceof TypeError ? safeEngineText(error.message) : safeText(error.message)
}

function isSqlState(code: unknown): code is string {
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
}

const root = resolve(import.meta.dirname, '../../..')
const rootUrl = `${pathToFileURL(root).href}/`

function shortPath(path: string): string {
  return path.replaceAll(rootUrl, '').replaceAll(`${root}/`, '')
}

/** The frames of a stack. The message before them may hold anything, also lines that look like frames. */
export function framesOf(error: Error): string {
  const stack = typeof error.stack === 'string' ? error.stack : ''
  const head = stack.indexOf(error.message)
  const frames = head === -1 || error.message === '' ? stack : stack.slice(head + error.message.length)
  const lines = frames.split('\n').flatMap((line) => {
    const frame = line.trim()
    return /^at (?:[\w$.<> [\]#*]+ \()?[^()\s]+(?::\d+:\d+|<anonymous>)\)?$/.test(frame) ? [shortPath(frame)] : []
  })
  const own = lines.filter((line) => !line.includes('node:internal'))
  return (own.length > 0 ? own : lines).slice(0, MOST_FRAMES).join('\n')
}

function framesHere(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 40
  const here = new Error('caught here')
  Error.stackTraceLimit = stackTraceLimit
  return framesOf(here)
    .split('\n')
    .filter((frame) => !/platform\/log\/(error-facts|logger)\.ts|node_modules\/pino/.test(frame))
    .join('\n')
}
