import { useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import type { Call } from '../../platform/contract/call.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { minuteText } from '../../ui/text/day-text.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs/input.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { callAdd, callList } from './call-contract.ts'
import { CALL_TEXT_LENGTH, callDirections, callResults, subjectKinds, subjectPath } from './rules.ts'
import type { SubjectProps } from './notes-card.tsx'
import css from './notes.module.css'
import { todoReads } from './todo-row.tsx'

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
          <Button size="s" icon="phone" onClick={() => setOpen(true)}>
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
      <Dialog open={open} onClose={() => setOpen(false)} title="登记通话">
        <CallForm subject={subject} reads={reads} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

const optionsOf = <K extends string>(table: Record<K, string>) =>
  Object.entries<string>(table).map(([value, label]) => ({ value, label }))

function CallForm({ subject, reads, onClose }: SubjectProps & { reads: readonly Call[]; onClose: () => void }) {
  const [now] = useState(() => shanghaiTime(new Date()).slice(0, 16).replace(' ', 'T'))
  const add = useAct(callAdd, { refreshes: [callList, ...todoReads, ...reads] })
  const form = useZodForm({
    schema: callAdd.input,
    initial: {
      ...{ subject, direction: 'out', result: 'reached', text: '' },
      calledAt: now,
      nextAt: '',
    },
    onSubmit: async (input) => {
      const { keptPromise } = await add.submit(input)
      toast.success(keptPromise ? '已登记通话，订单的致电承诺已兑现' : '已登记通话')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="登记通话">
      <Field label="方向" of={form.at('direction')} required>
        <Select options={optionsOf(callDirections)} />
      </Field>
      <Field label="结果" of={form.at('result')} required>
        <Select options={optionsOf(callResults)} />
      </Field>
      <Field label="通话时间" of={form.at('calledAt')} required>
        <TextInput type="datetime-local" />
      </Field>
      <Field label="通话内容" of={form.at('text')} required>
        <TextArea rows={3} maxLength={CALL_TEXT_LENGTH} />
      </Field>
      <Field label="下一步时间" of={form.at('nextAt')} hint="填写后会新建一件“再次联系”的待办">
        <TextInput type="datetime-local" />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          登记
        </Button>
      </FormActions>
    </Form>
  )
}
