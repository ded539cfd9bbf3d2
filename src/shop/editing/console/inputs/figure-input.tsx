import { useState } from 'react'
import { Button } from '../../../../ui/inputs/button.tsx'
import { cx } from '../../../../ui/text/class-names.ts'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { useFieldLink } from '../../../../ui/inputs/field.tsx'
import { TextArea } from '../../../../ui/inputs/input.tsx'
import { Figure } from '../../../media/figure.tsx'
import { figureKinds, rowsAsText, rowsOfText } from '../../../media/figure-kind-rules.ts'
import { type FigureData, figureKindNames } from '../../../media/figure-rules.ts'
import css from './figure-input.module.css'
import inputs from '../../inputs.module.css'

/** Chooses the drawing that is shown where there is no picture, with a preview. Without a choice the item's name decides. */
export function FigureInput({ label }: { label: string }) {
  const state = useFieldLink()?.state
  const [open, setOpen] = useState(false)
  const figure = (state?.value ?? null) as FigureData | null
  const kind = figure ? figureKinds[figure.kind] : undefined
  const choose = (next: FigureData | null) => {
    state?.set(next)
    setOpen(false)
  }
  return (
    <div className={inputs.stack}>
      {figure && (
        <div className={css.current}>
          <Figure figure={figure} name="" seed="preview" />
          <p>{kind?.label ?? '现有示意图'}</p>
        </div>
      )}
      <span className="cluster">
        <Button onClick={() => setOpen(true)}>{figure ? `更换${label}` : `选择${label}`}</Button>
        {figure && (
          <Button icon="trash" onClick={() => choose(null)}>
            按名称自动选择
          </Button>
        )}
      </span>
      {!figure && <p className={inputs.none}>没有选择：按名称自动选择</p>}
      {figure && kind?.rows && (
        <FigureRows
          key={figure.kind}
          rows={kind.rows}
          value={figure[kind.rows.field]}
          onChange={(rows) => {
            // Names belong to the peaks by their order.
            const { names: _, ...rest } = figure
            if (kind.rows) state?.set({ ...rest, [kind.rows.field]: rows })
          }}
        />
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={`选择${label}`} size="l">
        <ul role="list" aria-label={label} className={cx(inputs.library, css.kinds)}>
          {figureKindNames.map((name) => {
            const { label: text, sample } = figureKinds[name]
            return (
              <li key={name}>
                <button
                  type="button"
                  className={cx(inputs.choice, figure?.kind === name && css.chosen)}
                  aria-pressed={figure?.kind === name}
                  // Choosing the current kind again keeps its numbers.
                  onClick={() => choose(figure?.kind === name ? figure : { kind: name, ...sample })}
                >
                  <Figure figure={{ kind: name, ...sample }} name="" seed="preview" />
                  <span>{text}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </Dialog>
    </div>
  )
}

/** The numbers of the drawing, one line for each peak or step. A text that is not numbers shows an error and is not used. */
function FigureRows({
  rows,
  value,
  onChange,
}: {
  rows: { columns: string }
  value: unknown
  onChange: (rows: number[][]) => void
}) {
  const [text, setText] = useState(rowsAsText(value))
  const unusable = rowsOfText(text) === undefined
  return (
    <div className={inputs.stack}>
      <TextArea
        name="figure-rows"
        rows={4}
        value={text}
        aria-label={`数据，每行：${rows.columns}`}
        onValue={(next) => {
          setText(next)
          const parsed = rowsOfText(next)
          if (parsed) onChange(parsed)
        }}
      />
      <p className={inputs.none} role={unusable ? 'alert' : undefined}>
        {unusable ? '每行写几个数，用空格分开，最多 12 行；这里的改动还没有采用' : `每行：${rows.columns}`}
      </p>
    </div>
  )
}
