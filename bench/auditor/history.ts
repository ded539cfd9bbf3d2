import { appendFileSync, readFileSync } from 'node:fs'

/**
 * What a client did and saw. Times are milliseconds of one clock that never goes back. `lost`: no answer came, so the work may or may not
 * have been done. A key is sent again until an answer comes, and each sending is an operation of its own.
 */
export interface Operation {
  client: number
  began: number
  ended: number
  outcome: 'ok' | 'lost' | 'refused'
  /** The idempotency key of a write. */
  key?: string
  act: Act
}

/** What was asked, and what was answered when an answer came. */
export type Act =
  | { kind: 'order'; orderNo?: string }
  | { kind: 'pay'; orderNo: string }
  | { kind: 'balance'; fen?: number }
  | { kind: 'look'; orderNo: string; stage?: string; version?: number }
  /** A fault begins. The auditor leaves it out; it is for people who read the history. */
  | { kind: 'fault'; name: string }

/** Each operation is in the file before the next one of its client begins. */
export function writer(file: string): (operation: Operation) => void {
  return (operation) => appendFileSync(file, `${JSON.stringify(operation)}\n`)
}

export function readHistory(file: string): Operation[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Operation)
}
