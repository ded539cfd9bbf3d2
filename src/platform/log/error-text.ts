import { type ErrorFacts, errorFacts } from './error-facts.ts'
import { safeEngineText } from './safe-text.ts'

/** An error as text for people: what may stand in the log and nothing else. The first line says what it is; the frames and causes follow. */
export function errorText(facts: ErrorFacts): string {
  return causesOf(facts).map(partText).join('\n')
}

export function safeErrorText(error: unknown): string {
  return errorText(errorFacts(error))
}

/** The same on one line, without frames: for a place that shows a state, not a report. */
export function safeErrorLine(error: unknown): string {
  return causesOf(errorFacts(error)).map(headText).join(', ')
}

/** A text that a former release has stored: its first line was the message as it came. */
export function safeStoredError(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^\s+at /.test(line) ? line : safeEngineText(line)))
    .join('\n')
}

/** The error and those that caused it, the outermost first. */
export function causesOf(facts: ErrorFacts): ErrorFacts[] {
  return facts.cause ? [facts, ...causesOf(facts.cause)] : [facts]
}

function partText(facts: ErrorFacts, place: number): string {
  const head = headText(facts, place)
  return facts.stack ? `${head}\n${facts.stack.replace(/^/gm, '    ')}` : head
}

function headText({ type, code, message, table, column, constraint }: ErrorFacts, place: number): string {
  const about = [code, table, column, constraint].filter(Boolean).join(' ')
  return `${place > 0 ? 'caused by ' : ''}${type}${about && ` (${about})`}${message ? `: ${message}` : ''}`
}
