import type { Clock } from '../../clock.ts'
import type { Envelope } from '../../contract/envelope.ts'
import type { ProgramRequest } from '../../contract/program-request.ts'

const MOST_WAITING = 5000
const MESSAGE_CHARACTERS = 200

interface Begun {
  keyId: number
  at: Date
  error: string
  message: string
}

/**
 * Requests of programs that are not in the database yet. Noting one only changes memory, so that no request waits for its own record; what a
 * killed process had not written is lost.
 */
export class ProgramRequests {
  readonly #clock: Clock
  readonly #begun = new Map<string, Begun>()
  #answered: ProgramRequest[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * The key of this request is known. A program that hangs up before its answer leaves a request without end, so the oldest one makes room:
   * otherwise these would fill the room, and nothing would be recorded any more.
   */
  begin(requestId: string, keyId: number): void {
    if (this.#begun.has(requestId)) return
    const [oldest] = this.#begun.keys()
    if (this.#begun.size >= MOST_WAITING && oldest !== undefined) this.#begun.delete(oldest)
    this.#begun.set(requestId, { keyId, at: this.#clock.now(), error: '', message: '' })
  }

  /** Why it is refused, as its answer says; requests without a key are not begun. */
  refused(requestId: string, { error = '', msg, fields = {} }: Pick<Envelope, 'error' | 'msg' | 'fields'>): void {
    const begun = this.#begun.get(requestId)
    if (!begun) return
    // The words of the answer are those of its first field.
    const parts = Object.entries(fields).map(([field, message]) => (field === '' ? message : `${field}：${message}`))
    Object.assign(begun, { error, message: (parts.join('；') || msg).slice(0, MESSAGE_CHARACTERS) })
  }

  answered(requestId: string, facts: Omit<ProgramRequest, keyof Begun | 'requestId'>): void {
    const begun = this.#begun.get(requestId)
    if (!begun) return
    this.#begun.delete(requestId)
    if (this.#answered.length < MOST_WAITING) this.#answered.push({ ...begun, ...facts, requestId })
  }

  /** Takes out what waits, to write it. After a failure it is put back. */
  take(): ProgramRequest[] {
    const taken = this.#answered
    this.#answered = []
    return taken
  }

  putBack(taken: readonly ProgramRequest[]): void {
    this.#answered = [...taken, ...this.#answered].slice(0, MOST_WAITING)
  }
}
