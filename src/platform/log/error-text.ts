import { type ErrorFacts, errorFacts } from './error-facts.ts'
import { safeEngineText } from './safe-text.ts'

/** An error as text for people: what may stand in the log and nothing else. The first line says what it is; the frames and causes follow. */
export function errorText(facts: ErrorFacts): string {
  return causesOf(facts).map(partText).join('\n')
}

export function safeErrorText(error: unknown): string {
  return errorText(errorFacts(error))
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

function partText({ type, code, message, table, column, constraint, stack }: ErrorFacts, place: number): string {
  const about = [code, table, column, constraint].filter(Boolean).join(' ')
  const head = `${place > 0 ? 'caused by ' : ''}${type}${about && ` (${about})`}${message ? `: ${message}` : ''}`
  return stack ? `${head}\n${stack.replace(/^/gm, '    ')}` : head
}
