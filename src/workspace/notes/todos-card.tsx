import { useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useCall } from '../../platform/client/use-call.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { subjectKinds } from './rules.ts'
import { todoAbout } from './todo-contract.ts'
import type { SubjectProps } from './notes-card.tsx'
import css from './notes.module.css'
import { NewTodo } from './todo-form.tsx'
import { TodoRow } from './todo-row.tsx'

const SHOWN = 5

/** The todos about this record. */
export function TodosCard({ subject }: SubjectProps) {
  const { may } = useStaff()
  const isReadable = may(subjectKinds[subject.kind].action)
  const [page, setPage] = useState(1)
  const todos = useCall(todoAbout, { subject, page, size: SHOWN }, { enabled: isReadable })
  if (!isReadable) return null
  return (
    <Card title="待办" actions={<NewTodo subject={subject} />}>
      <Loaded of={todos}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className={css.meta}>没有待办。</p>
          ) : (
            <>
              <ul role="list" className={css.list}>
                {list.map((todo) => (
                  <TodoRow key={todo.id} todo={todo} />
                ))}
              </ul>
              <Pagination page={page} pageCount={Math.ceil(total / SHOWN)} onPage={setPage} label="待办分页" />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
