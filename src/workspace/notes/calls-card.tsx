import { lazy, startTransition, Suspense, useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useCall } from '../../platform/client/use-call.ts'
import type { Call } from '../../platform/contract/call.ts'
import { minuteText } from '../../ui/text/day-text.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { callList } from './call-contract.ts'
import { callDirections, callResults, subjectKinds, subjectPath } from './rules.ts'
import type { SubjectProps } from './notes-card.tsx'
import css from './notes.module.css'

/** Opened by a change that is not urgent (decision 0136). */
const CallForm = lazy(async () => ({ default: (await import('./call-form.tsx')).CallForm }))

const SHOWN = 5

/** `reads`: what the page shows of the record, which a noted call can change. */
export function CallsCard({ subject, reads = [] }: SubjectProps & { reads?: readonly Call[] }) {
  const { may } = useStaff()
  const isReadable = may('call.read') && may(subjectKinds[subject.kind].action)
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState(false)
  const calls = useCall(callList, { subject, page, size: SHOWN }, { enabled: isReadable })
  if (!isReadable) return null
  return (
    <Card
      title="通话记录"
      actions={
        may('call.log') && (
          <Button size="s" icon="phone" onClick={() => startTransition(() => setOpen(true))}>
            登记通话
          </Button>
        )
      }
    >
      <Loaded of={calls}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className={css.meta}>还没有通话记录。</p>
          ) : (
            <>
              <ul role="list" className={css.list}>
                {list.map((call) => (
                  <li key={call.id} className={css.item}>
                    <p className={css.text}>{call.text || '（内容已删除）'}</p>
                    <div className={css.meta}>
                      <Tag>{callDirections[call.direction]}</Tag>
                      <Tag tone={call.result === 'reached' ? 'ok' : 'warn'}>{callResults[call.result]}</Tag>
                      <span>{call.staffName}</span>
                      <span className="num">{minuteText(call.calledAt)}</span>
                      {call.orderNo && subject.kind !== 'order' && (
                        <SmartLink to={subjectPath('order', call.orderNo)}>{call.orderNo}</SmartLink>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
              <Pagination page={page} pageCount={Math.ceil(total / SHOWN)} onPage={setPage} label="通话分页" />
            </>
          )
        }
      </Loaded>
      <Suspense>
        <Dialog open={open} onClose={() => setOpen(false)} title="登记通话">
          <CallForm subject={subject} reads={reads} onClose={() => setOpen(false)} />
        </Dialog>
      </Suspense>
    </Card>
  )
}
