import { noteMentions } from '../../notes/contract.ts'
import { subjectKinds } from '../../notes/rules.ts'
import { todoWaiting } from '../../notes/todo-contract.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import type { Queue } from './inbox-list.tsx'
import { withoutThisYear } from '../../../ui/text/day-text.ts'

const SHOWN = 10

/** The own todos, and the notes that mention this person and were not shown yet. */
export function useOwnQueues(): Queue[] {
  const { may } = useStaff()
  const todos = useCall(todoWaiting, {}, { refetchSeconds: 60, alwaysAsk: true })
  const mentions = useCall(
    noteMentions,
    { size: SHOWN },
    { enabled: may('note.read'), refetchSeconds: 60, alwaysAsk: true },
  )
  return [
    ...(todos.data ? [todoQueue(todos.data)] : []),
    ...(may('note.read') && mentions.data ? [mentionQueue(mentions.data)] : []),
  ]
}

function todoQueue({
  list,
  total,
  overdue,
}: NonNullable<ReturnType<typeof useCall<typeof todoWaiting>>['data']>): Queue {
  return {
    ...{ key: 'todo', label: '我的待办', promise: '', total, overdue, mineTotal: total },
    all: '/console/todos',
    items: list.map((todo) => ({
      number: todo.title,
      to: todo.subject?.path ?? '/console/todos',
      urgent: false,
      mine: true,
      what: [todo.subject && `${subjectKinds[todo.subject.kind].label} ${todo.subject.no}`, todo.handed]
        .filter(Boolean)
        .join(' · '),
      dueAt: todo.dueAt,
      since: '',
    })),
  }
}

function mentionQueue({ list, total }: NonNullable<ReturnType<typeof useCall<typeof noteMentions>>['data']>): Queue {
  return {
    ...{ key: 'mention', label: '提到我的', promise: '', total, overdue: 0, mineTotal: total },
    all: '/console',
    items: list.map((note) => ({
      number: `${subjectKinds[note.subject.kind].label} ${note.subject.no} #${note.id}`,
      to: note.subject.path,
      urgent: false,
      mine: true,
      what: `${note.author}：${note.excerpt}`,
      dueAt: null,
      since: `${withoutThisYear(note.createdAt.slice(0, 16))} 提到`,
    })),
  }
}
