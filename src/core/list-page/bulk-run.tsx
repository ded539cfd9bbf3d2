import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Call, SentTo } from '../../platform/contract/call.ts'
import { ApiError, send } from '../../platform/client/transport.ts'
import { callKey } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import css from '../../ui/index/index.module.css'
import { type Option, Select, TextArea } from '../../ui/inputs/input.tsx'

/** A verb for many rows: the call that exists for one row, made for each, with its own transaction and key. */
export interface BulkVerb<Row> {
  label: string
  /** What will happen, before it does. */
  text: (count: string) => ReactNode
  danger?: boolean
  /** Asks for one reason, which every row gets. */
  reason?: string
  /** Asks for one choice, which every row gets. */
  choice?: { label: string; options: readonly Option<number>[] }
  /** Why the verb does not fit a row, which is then not sent. */
  unfit?: (row: Row) => string | undefined
  run: (row: Row, answer: BulkAnswer & { key: string }) => Promise<unknown>
}

/** What was answered once for all rows; `choice` is 0 for a verb without a choice. */
export interface BulkAnswer {
  reason: string
  choice: number
}

export function bulkVerb<Row, C extends Call>(
  call: C,
  input: (row: Row, reason: string, choice: number) => SentTo<C>,
  verb: Omit<BulkVerb<Row>, 'run'>,
): BulkVerb<Row> {
  return {
    ...verb,
    run: (row, { reason, choice, key }) =>
      send(call, input(row, reason, choice), call.idempotent ? { idempotencyKey: key } : {}),
  }
}

interface Result {
  key: string
  state: 'waiting' | 'done' | 'refused' | 'unfit'
  reason: string
}

interface Props<Row> {
  verb: BulkVerb<Row>
  /** How many rows are meant, as a person reads it. */
  count: string
  /** All rows that are meant, which may be read page by page first. */
  rows: () => Promise<Row[]>
  rowKey: (row: Row) => string
  refreshes: readonly Call[]
  onClose: (allDone: boolean) => void
}

const AT_ONCE = 3

/** Confirms, runs row by row with progress, and then says what succeeded and what was refused and why. */
export function BulkRun<Row>({ verb, count, rows, rowKey, refreshes, onClose }: Props<Row>) {
  const [reason, setReason] = useState('')
  const [choice, setChoice] = useState(0)
  const answered = (!verb.reason || reason.trim() !== '') && (!verb.choice || choice !== 0)
  const { results, running, start, retry, stop } = useBulk({ verb, rows, rowKey, refreshes })
  const done = results?.filter(({ state }) => state === 'done').length ?? 0
  const refused = results?.filter(({ state }) => state === 'refused' || state === 'unfit') ?? []
  const waiting = (results?.length ?? 0) - done - refused.length
  const repeatable = waiting + refused.filter(({ state }) => state === 'refused').length
  return (
    <Dialog
      open
      onClose={() => !running && onClose(results !== undefined && done === results.length)}
      title={verb.label}
    >
      {results === undefined ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (!running && answered) void start({ reason: reason.trim(), choice })
          }}
        >
          <div>{verb.text(count)}</div>
          {verb.reason && (
            <Field label={verb.reason} required>
              <TextArea rows={3} maxLength={200} value={reason} onValue={setReason} />
            </Field>
          )}
          {verb.choice && (
            <Field label={verb.choice.label} required>
              <Select placeholder="请选择" value={choice || null} onValue={setChoice} options={verb.choice.options} />
            </Field>
          )}
          <div className="cluster" style={{ justifyContent: 'flex-end' }}>
            <Button onClick={() => onClose(false)}>取消</Button>
            <Button type="submit" variant={verb.danger ? 'danger' : 'primary'} busy={running}>
              {verb.label}（{count}）
            </Button>
          </div>
        </form>
      ) : (
        <div className="stack">
          <progress
            className={css.progress}
            aria-label="处理进度"
            value={done + refused.length}
            max={Math.max(1, results.length)}
          />
          <p role="status">
            成功 {done} 项，未成功 {refused.length} 项{waiting > 0 && `，剩余 ${waiting} 项`}
          </p>
          {refused.length > 0 && (
            <ul role="list" className={css.results} aria-label="未成功的项">
              {refused.map((one) => (
                <li key={one.key} className={css.result}>
                  <span className="num">{one.key}</span>
                  <span>{one.reason}</span>
                </li>
              ))}
            </ul>
          )}
          <div className="cluster" style={{ justifyContent: 'flex-end' }}>
            {running ? (
              <Button onClick={stop}>停止</Button>
            ) : (
              <>
                {repeatable > 0 && <Button onClick={() => void retry()}>重试未成功的 {repeatable} 项</Button>}
                <Button variant="primary" onClick={() => onClose(done === results.length)}>
                  完成
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function useBulk<Row>({ verb, rows, rowKey, refreshes }: Pick<Props<Row>, 'verb' | 'rows' | 'rowKey' | 'refreshes'>) {
  const queries = useQueryClient()
  const [results, setResults] = useState<Result[]>()
  const [running, setRunning] = useState(false)
  // A row keeps its key for as long as the dialog is open, so that repeating after a lost answer acts once.
  const keys = useRef(new Map<string, string>())
  const chosen = useRef<{ rows: Row[]; answer: BulkAnswer }>({ rows: [], answer: { reason: '', choice: 0 } })
  const stopped = useRef(false)
  useEffect(() => () => void (stopped.current = true), [])

  const one = async (row: Row) => {
    const name = rowKey(row)
    const key = keys.current.get(name) ?? crypto.randomUUID()
    keys.current.set(name, key)
    const end = await verb.run(row, { ...chosen.current.answer, key }).then(
      () => ({ state: 'done' as const, reason: '' }),
      (cause: unknown) => ({ state: 'refused' as const, reason: refusalText(cause) }),
    )
    setResults((before) => before?.map((result) => (result.key === name ? { ...result, ...end } : result)))
  }
  const work = async (todo: Row[]) => {
    setRunning(true)
    stopped.current = false
    const left = [...todo]
    const lane = async () => {
      for (let row = left.shift(); row !== undefined && !stopped.current; row = left.shift()) await one(row)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await Promise.all(refreshes.map((read) => queries.invalidateQueries({ queryKey: callKey(read) })))
    setRunning(false)
  }
  return {
    results,
    running,
    start: async (answer: BulkAnswer) => {
      setRunning(true)
      const all = await rows()
      chosen.current = { rows: all, answer }
      const why = new Map(all.map((row) => [row, verb.unfit?.(row)]))
      setResults(
        all.map((row) => ({ key: rowKey(row), state: why.get(row) ? 'unfit' : 'waiting', reason: why.get(row) ?? '' })),
      )
      await work(all.filter((row) => !why.get(row)))
    },
    retry: async () => {
      const again = new Set(
        results?.filter(({ state }) => state === 'waiting' || state === 'refused').map(({ key }) => key),
      )
      setResults((before) =>
        before?.map((result) => (again.has(result.key) ? { ...result, state: 'waiting', reason: '' } : result)),
      )
      await work(chosen.current.rows.filter((row) => again.has(rowKey(row))))
    },
    stop: () => void (stopped.current = true),
  }
}

function refusalText(cause: unknown): string {
  return cause instanceof ApiError ? cause.message : '没有完成，请重试'
}
