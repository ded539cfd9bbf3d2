import type { ErrorFacts } from './error-facts.ts'

type Fields = Record<string, unknown> & { level: number; time: string; msg?: string; err?: ErrorFacts }

/** Levels of pino. A line of the usual level needs no word. */
const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 40: 'warning', 50: 'ERROR', 60: 'FATAL' }
/** Fields that the line already says, or that nobody at a terminal needs. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'err', 'release', 'requestId', 'work', 'sql'])
const MOST_SIGNS = 100

/** Where the log goes when a person started the server in a terminal. Programs get the JSON lines. */
export const terminalOutput = { write: (json: string) => void process.stdout.write(terminalLine(json)) }

/** A JSON line of the log as a short line. */
export function terminalLine(json: string): string {
  const fields = JSON.parse(json) as Fields
  const { err, level, msg } = fields
  const time = new Date(fields.time).toLocaleTimeString('zh-CN', { hour12: false })
  const words = [time, LEVELS[level], requestWords(fields) ?? [msg, ...otherFields(fields)].join('  ')]
  return `${words.filter(Boolean).join('  ')}\n${err ? errorLines(err) : ''}`
}

function requestWords({ msg, method, path, status, ms }: Fields): string | undefined {
  return msg === 'request' ? `${method} ${path}  ${status}  ${ms} ms` : undefined
}

function otherFields(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${shortened(typeof value === 'string' ? value : JSON.stringify(value))}`)
}

const shortened = (text: string) => (text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS)}…` : text)

function errorLines({ type, code, message, stack, cause }: ErrorFacts, indent = '  '): string {
  const head = `${[type, code].filter(Boolean).join(' ')}${message ? `: ${message}` : ''}`
  const lines = [head, ...stack.split('\n').filter(Boolean)].map((line) => `${indent}${line}\n`).join('')
  return cause ? `${lines}${indent}because of\n${errorLines(cause, `${indent}  `)}` : lines
}
