import { useState } from 'react'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { cx } from '../../ui/text/class-names.ts'
import { type Snooze, snoozes, subjectKinds } from './rules.ts'
import {
  todoAbout,
  todoDone,
  todoHandOver,
  todoList,
  todoReopen,
  todoSnooze,
  todoWaiting,
  type TodoView,
} from './todo-contract.ts'
import { useColleagues } from './mention-text.tsx'
import css from './notes.module.css'
import { minuteText } from '../../ui/text/day-text.ts'

export const todoReads = [todoList, todoAbout, todoWaiting]

/** A todo with what can be done with it. */
export function TodoRow({ todo }: { todo: TodoView }) {
  const refreshes = todoReads
  const [handing, setHanding] = useState(false)
  const finish = useAct(todoDone, { refreshes, onDone: () => toast.success('已完成') })
  const reopen = useAct(todoReopen, { refreshes })
  const snooze = useAct(todoSnooze, {
    refreshes,
    onDone: ({ dueAt }) => toast.success(`已推迟到 ${minuteText(dueAt)}`),
  })
  const target = { id: todo.id, version: todo.version }
  return (
    <li className={css.item}>
      <p className={css.text}>{todo.title}</p>
      <div className={css.meta}>
        <span className={cx('num', todo.overdue && css.late)}>
          {todo.overdue && '已逾期 '}
          {todo.doneAt ? `${minuteText(todo.doneAt)} 完成` : `${minuteText(todo.dueAt)} 到期`}
        </span>
        <span>{todo.ownerName}</span>
        {todo.subject && (
          <SmartLink to={todo.subject.path}>
            {subjectKinds[todo.subject.kind].label} {todo.subject.no}
          </SmartLink>
        )}
        {todo.handed && <span>{todo.handed}</span>}
      </div>
      <span className="cluster">
        {todo.doneAt ? (
          <Button size="s" aria-label={`重新打开：${todo.title}`} onClick={() => void reopen.run(target)}>
            重新打开
          </Button>
        ) : (
          <>
            <Button size="s" icon="check" aria-label={`完成：${todo.title}`} onClick={() => void finish.run(target)}>
              完成
            </Button>
            <Select
              aria-label={`推迟：${todo.title}`}
              style={{ width: 'auto' }}
              value=""
              options={[
                { value: '', label: '推迟…' },
                ...Object.entries(snoozes).map(([value, { label }]) => ({ value, label })),
              ]}
              onValue={(by) => by && void snooze.run({ ...target, by: by as Snooze })}
            />
            <Button size="s" variant="quiet" aria-label={`转交：${todo.title}`} onClick={() => setHanding(true)}>
              转交
            </Button>
          </>
        )}
      </span>
      {handing && <HandOver todo={todo} onClose={() => setHanding(false)} />}
    </li>
  )
}

function HandOver({ todo, onClose }: { todo: TodoView; onClose: () => void }) {
  const [ownerId, setOwnerId] = useState<number>()
  const colleagues = useColleagues(todo.subject?.kind)
  const hand = useAct(todoHandOver, { refreshes: todoReads, quiet: true })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        if (ownerId === undefined) throw new Error('请选择同事')
        await hand.submit({ id: todo.id, version: todo.version, ownerId, why: reason })
        toast.success('已转交，同事会收到提醒')
      }}
      title="转交待办"
      confirmLabel="转交"
      reason={{ label: '原因', required: true }}
    >
      <Field label="同事" required>
        <Select
          value={ownerId ?? null}
          placeholder="请选择"
          options={colleagues.map(({ id, name, roleName }) => ({ value: id, label: `${name}（${roleName}）` }))}
          onValue={setOwnerId}
        />
      </Field>
    </ConfirmDialog>
  )
}
