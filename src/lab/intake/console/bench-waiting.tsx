import { useState } from 'react'
import { shanghaiTime } from '../../../platform/time.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import type { Sent } from '../bench/use-waiting.ts'
import { actText, type Waiting, waitsBehind } from '../bench/waiting-rules.ts'
import css from './bench.module.css'

interface Props {
  waiting: Waiting[]
  onAgain: (one: Waiting) => Promise<void>
  onDrop: (one: Waiting) => Promise<void>
}

/** What is not with the server yet, in the order in which it was done. */
export function WaitingList({ waiting, onAgain, onDrop }: Props) {
  const [dropping, setDropping] = useState<Waiting>()
  if (waiting.length === 0) return null
  return (
    <Card title={`待发送 ${waiting.length}`}>
      <ul role="list" aria-label="待发送" className={css.list}>
        {waiting.map((one) => (
          <li key={one.key} className={css.one}>
            <span className="num">{one.sampleNo}</span>
            <span>{actText(one.act)}</span>
            <span className={css.when}>
              {minuteText(shanghaiTime(new Date(one.doneAt)))} {stateTag(waiting, one)}
            </span>
            {one.refusal !== undefined && (
              <>
                <span role="alert" className={css.fault}>
                  没有登记：{one.refusal}
                </span>
                <span className="cluster">
                  <Button size="s" onClick={() => void onAgain(one)}>
                    再试一次
                  </Button>
                  <Button size="s" variant="quiet" onClick={() => setDropping(one)}>
                    放弃
                  </Button>
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={dropping !== undefined}
        onClose={() => setDropping(undefined)}
        onConfirm={async () => {
          if (dropping) await onDrop(dropping)
        }}
        title="放弃这项操作"
        confirmLabel="放弃"
        danger
      >
        {dropping &&
          `${dropping.sampleNo} ${actText(dropping.act)}：放弃后不再发送，也不能恢复；之后对这个样品的操作会接着发送。`}
      </ConfirmDialog>
    </Card>
  )
}

function stateTag(all: readonly Waiting[], one: Waiting) {
  if (one.refusal !== undefined) return <Tag tone="danger">冲突</Tag>
  return waitsBehind(all, one) ? <Tag tone="warn">等前一项处理</Tag> : <Tag>待发送</Tag>
}

export function SentList({ sent }: { sent: Sent[] }) {
  if (sent.length === 0) return null
  return (
    <Card title="已登记">
      <ul role="list" aria-label="已登记" className={css.list}>
        {sent.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Card>
  )
}
