import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite'
import type { QueryResult } from '../run-query.ts'

const { serialize } = protocol

/** How many statements keep their plan. The plans lie in the memory of the engine, which never shrinks. */
export const MOST_PREPARED = 500

interface Prepared {
  name: string
  /** Types of the parameters, as object ids. */
  parameters: number[]
  /** The columns of the answer; undefined when the statement returns no rows. */
  columns: messages.RowDescriptionMessage | undefined
}

/**
 * The one session of an embedded database, whose statements are prepared once per text. The engine's own `query` parses and plans every time,
 * and enters the engine six times for it; a prepared statement enters once (decision 0135).
 */
export class EmbeddedSession {
  #engine: PGlite
  /** The least recently used one comes first. */
  #known = new Map<string, Prepared>()
  #names = 0

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /**
   * Runs a statement; several at once wait for each other. The caller holds the engine, so that none of others comes between those of a
   * transaction. Throws the engine's error, which has the SQLSTATE as `code`.
   */
  run(text: string, values: readonly unknown[] = []): Promise<QueryResult & { command: string | undefined }> {
    return this.#engine.runExclusive(() => this.#run(text, values))
  }

  async #run(text: string, values: readonly unknown[]) {
    const { name, parameters, columns } = await this.#prepared(text)
    const answer = await this.#send(
      serialize.bind({
        statement: name,
        values: values.map((value, index) => this.#written(value, parameters[index])),
      }),
      serialize.execute({}),
    )
    const [result] = parse.parseResults(columns ? [columns, ...answer] : answer, this.#engine.parsers, {
      rowMode: 'array',
    })
    return {
      rows: (result?.rows ?? []) as unknown[][],
      names: (result?.fields ?? []).map((field) => field.name),
      affected: result?.affectedRows ?? 0,
      command: result?.command,
    }
  }

  /**
   * Runs statements without parameters, after which others may return other columns. When one fails, nothing stays open: a text of several is
   * one transaction, and one that began a transaction itself may not end it. The caller holds the engine.
   */
  script(text: string): Promise<void> {
    return this.#engine.runExclusive(() => this.#script(text))
  }

  async #script(text: string) {
    this.#known.clear()
    try {
      await this.#send(serialize.query(text))
      await this.#send(serialize.query('deallocate all'))
    } catch (error) {
      // After a full disk the engine may be unable to do even this; the first error says why.
      for (const end of ['rollback', 'deallocate all']) await this.#send(serialize.query(end)).catch(() => {})
      throw error
    }
  }

  async #prepared(text: string): Promise<Prepared> {
    const known = this.#known.get(text)
    if (known) {
      this.#known.delete(text)
      this.#known.set(text, known)
      return known
    }
    const name = `s${++this.#names}`
    const answer = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const columns = answer.find((message) => message.name === 'rowDescription') as Prepared['columns']
    const prepared = { name, parameters: parse.parseDescribeStatementResults(answer), columns }
    this.#known.set(text, prepared)
    await this.#dropOldest()
    return prepared
  }

  async #dropOldest(): Promise<void> {
    const [oldest] = this.#known
    if (oldest === undefined || this.#known.size <= MOST_PREPARED) return
    const [text, { name }] = oldest
    this.#known.delete(text)
    await this.#send(serialize.close({ type: 'S', name }))
  }

  #written(value: unknown, type: number | undefined): string | Uint8Array | null {
    if (value === null || value === undefined) return null
    const write = type === undefined ? undefined : this.#engine.serializers[type]
    return write ? write(value) : String(value)
  }

  /** Sends messages that end with a `sync`, which closes a transaction of this statement alone, and after an error starts anew. */
  #send(...parts: Uint8Array[]) {
    return this.#engine.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })
  }
}
