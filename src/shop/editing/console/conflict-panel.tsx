import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { type FieldConflict, firstChoice, type Side, takenOver } from '../revisions/conflict-rules.ts'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import css from './conflict-panel.module.css'
import { textOf } from '../value-text-rules.ts'

export interface Newer {
  version: number
  author: string
  data: Record<string, unknown>
}

/**
 * Shown when somebody else saved while this form was being filled in: both texts of each field side by side, and the choice between
 * them. `onMerge` gets the other person's text of the fields for which it was chosen.
 */
export function ConflictPanel({
  kind,
  newer,
  conflicts,
  onMerge,
}: {
  kind: ContentKind
  newer: Newer
  conflicts: readonly FieldConflict[]
  onMerge: (taken: Record<string, unknown>) => void
}) {
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const choice = { ...firstChoice(conflicts), ...chosen }
  const all = (side: Side) => Object.fromEntries(conflicts.map(({ field }) => [field, side]))
  return (
    <section role="alert" aria-label="内容已被他人修改" className={css.conflict}>
      <h2>
        {newer.author || '他人'}已保存第 {newer.version} 版，您填写的内容仍在下方
      </h2>
      {conflicts.length === 0 && <p>两份内容相同。</p>}
      {conflicts.map((conflict) => (
        <FieldChoice
          key={conflict.field}
          kind={kind}
          conflict={conflict}
          side={choice[conflict.field] ?? 'mine'}
          onSide={(side) => setChosen({ ...chosen, [conflict.field]: side })}
        />
      ))}
      <p>没有列出的字段保留您填写的内容。保存草稿后，对方的版本仍在版本历史里。</p>
      <p className="cluster">
        <Button variant="primary" onClick={() => onMerge(takenOver(conflicts, choice))}>
          按所选合并
        </Button>
        <Button onClick={() => onMerge(takenOver(conflicts, firstChoice(conflicts)))}>保留我的</Button>
        <Button onClick={() => onMerge(takenOver(conflicts, all('theirs')))}>采用对方的</Button>
      </p>
    </section>
  )
}

function FieldChoice({
  kind,
  conflict: { field, label, theirs, mine, both },
  side,
  onSide,
}: {
  kind: ContentKind
  conflict: FieldConflict
  side: Side
  onSide: (side: Side) => void
}) {
  const option = (each: Side, who: string, value: unknown) => (
    <label className={css.side}>
      <span className={css.who}>
        <input type="radio" name={`conflict-${field}`} checked={side === each} onChange={() => onSide(each)} />
        <span className="visually-hidden">{label} </span>
        <span>{who}：</span>
      </span>
      <span className={css.text}>{textOf(kind, field, value) || '（空）'}</span>
    </label>
  )
  return (
    <fieldset className={css.field}>
      <legend>
        {label}
        {!both && '（您没有改过）'}
      </legend>
      {option('theirs', '对方', theirs)}
      {option('mine', '我的', mine)}
    </fieldset>
  )
}
