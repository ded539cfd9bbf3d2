import { Button } from '../../../ui/button.tsx'
import type { FieldConflict } from '../conflict-rules.ts'
import type { ContentKind } from '../define-kind-rules.ts'
import css from './revision-history.module.css'
import { textOf } from './revision-history.tsx'

export interface Newer {
  version: number
  author: string
  data: Record<string, unknown>
}

/** Shown when somebody else saved while this form was being filled in: both texts side by side, and the choice between them. */
export function ConflictPanel({
  kind,
  newer,
  conflicts,
  onKeep,
  onTake,
}: {
  kind: ContentKind
  newer: Newer
  conflicts: readonly FieldConflict[]
  onKeep: () => void
  onTake: () => void
}) {
  return (
    <section role="alert" aria-label="内容已被他人修改" className={css.conflict}>
      <h2>
        {newer.author || '他人'}已保存第 {newer.version} 版，您填写的内容仍在下方
      </h2>
      {conflicts.length === 0 && <p>两份内容相同。</p>}
      <dl className={css.changes}>
        {conflicts.map(({ field, label, theirs, mine, both }) => (
          <div key={field}>
            <dt>
              {label}
              {!both && '（您没有改过）'}
            </dt>
            <dd>对方：{textOf(kind, field, theirs) || '（空）'}</dd>
            <dd>我的：{textOf(kind, field, mine) || '（空）'}</dd>
          </div>
        ))}
      </dl>
      <p>保留我的：您改过的字段以您的为准，其余字段采用对方的。保存草稿后对方的版本仍在版本历史里。</p>
      <p className="cluster">
        <Button variant="primary" onClick={onKeep}>
          保留我的
        </Button>
        <Button onClick={onTake}>采用对方的</Button>
      </p>
    </section>
  )
}
