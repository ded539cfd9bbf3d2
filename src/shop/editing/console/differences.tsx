import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { FieldChange } from '../change-rules.ts'
import css from './differences.module.css'

/** All differences to the published version: how many on the button, and field, before and after in its list. */
export function Differences({
  version,
  changes,
  onJump,
}: {
  /** The published version. */
  version: number
  changes: readonly FieldChange[]
  onJump: (field: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const jump = (field: string) => {
    setOpen(false)
    onJump(field)
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        与已发布版本的差异 <b className={css.count}>{changes.length}</b>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={`与已发布的第 ${version} 版的差异`} size="l" light>
        {changes.length === 0 ? (
          <EmptyState title="没有差异">表单里的内容就是访客现在看到的内容。</EmptyState>
        ) : (
          <ul role="list" className={css.list}>
            {changes.map((change) => (
              <li key={change.field} className={css.change}>
                <div className={css.head}>
                  <h3>{change.label}</h3>
                  <Button size="s" aria-label={`去修改：${change.label}`} onClick={() => jump(change.field)}>
                    去修改
                  </Button>
                </div>
                <Sides change={change} />
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  )
}

function Sides({ change: { before, after, same } }: { change: FieldChange }) {
  if (before.length === 0 && after.length === 0)
    return <p className={css.note}>条件、计价或范围等设置有修改，名称与选项相同。</p>
  return (
    <>
      <dl className={css.sides}>
        <div>
          <dt>已发布</dt>
          <dd>{before.length > 0 ? <del>{before.join('\n')}</del> : <Nothing same={same} />}</dd>
        </div>
        <div>
          <dt>现在</dt>
          <dd>{after.length > 0 ? <ins>{after.join('\n')}</ins> : <Nothing same={same} />}</dd>
        </div>
      </dl>
      {same > 0 && <p className={css.note}>另有 {same} 行相同，没有列出。</p>}
    </>
  )
}

/** A side without a line of its own: the field is empty there, or the line does not exist. */
function Nothing({ same }: { same: number }) {
  return <span className={css.note}>{same > 0 ? '（没有这一行）' : '（空）'}</span>
}
