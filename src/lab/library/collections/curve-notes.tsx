import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import type { Call, OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { libraryCurves, libraryList, libraryNote, libraryNoteRemove } from '../contract.ts'
import css from '../library.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

type Drawn = OutputOf<typeof libraryCurves>['list'][number]

/** Notes of the account on the curves of a figure, and a line to write one. */
export function CurveNotes({ curves, refreshes = [] }: { curves: readonly Drawn[]; refreshes?: readonly Call[] }) {
  const stale = [libraryCurves, libraryList, ...refreshes]
  const remove = useAct(libraryNoteRemove, { refreshes: stale })
  const notes = curves.flatMap((curve) =>
    curve.notes.map((note) => ({ ...note, label: curve.label, axis: curve.xLabel })),
  )
  return (
    <section aria-label="备注" className="stack">
      <h2>备注</h2>
      {notes.length === 0 && <p className={css.quiet}>还没有备注。</p>}
      {notes.length > 0 && (
        <ul role="list" className={css.notes}>
          {notes.map(({ id, label, axis, x, text, by, createdAt }) => (
            <li key={id} className={css.note}>
              <strong>{x === null ? label : `${label}，${axis} ${x}`}</strong>
              <span>{text}</span>
              <span className={css.quiet}>{[by, minuteText(createdAt)].filter(Boolean).join(' ')}</span>
              <Button
                size="s"
                variant="quiet"
                icon="close"
                aria-label={`删除备注：${text.slice(0, 20)}`}
                busy={remove.busy}
                onClick={() => void remove.run({ id })}
              />
            </li>
          ))}
        </ul>
      )}
      <NewNote curves={curves} stale={stale} />
    </section>
  )
}

function NewNote({ curves, stale }: { curves: readonly Drawn[]; stale: readonly Call[] }) {
  const [id, setId] = useState(curves[0]?.curve.id ?? 0)
  const [at, setAt] = useState('')
  const [text, setText] = useState('')
  const write = useAct(libraryNote, {
    refreshes: stale,
    onDone: () => {
      setText('')
      setAt('')
    },
  })
  const chosen = curves.find(({ curve }) => curve.id === id) ?? curves[0]
  if (!chosen) return null
  const x = at.trim() === '' ? null : Number(at)
  const wrong = x !== null && Number.isNaN(x) ? '请填写数字' : undefined
  return (
    <form
      className={css.controls}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) void write.run({ id: chosen.curve.id, x, text })
      }}
    >
      {curves.length > 1 && (
        <Field label="曲线">
          <Select
            value={chosen.curve.id}
            onValue={setId}
            options={curves.map(({ curve, label }) => ({ value: curve.id, label }))}
          />
        </Field>
      )}
      <Field label={`位置（${chosen.xLabel}）`} hint="可不填，表示整条曲线" error={wrong}>
        <TextInput inputMode="decimal" value={at} onValue={setAt} maxLength={20} />
      </Field>
      <Field label="备注内容">
        <TextInput value={text} onValue={setText} maxLength={500} />
      </Field>
      <Button type="submit" busy={write.busy} disabled={text.trim() === ''}>
        添加备注
      </Button>
    </form>
  )
}
