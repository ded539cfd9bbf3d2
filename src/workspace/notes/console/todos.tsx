import { useCall } from '../../../platform/client/use-call.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { type TodoTab, todoTabs } from '../rules.ts'
import { todoList } from '../todo-contract.ts'
import css from '../notes.module.css'
import { NewTodo } from '../todo-form.tsx'
import { TodoRow } from '../todo-row.tsx'

export const meta = () => [{ title: '待办 · 明析科测后台' }]

const keys = Object.keys(todoTabs) as TodoTab[]

/** The todos of this person. */
export default function Todos() {
  const address = useAddress()
  const tab = keys.find((key) => key === address.get('tab')) ?? 'open'
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1)
  const todos = useCall(todoList, { tab, page }, { alwaysAsk: true })
  return (
    <div className="stack">
      <PageHeader title="待办" sub="到期时会在铃铛里提醒一次" actions={<NewTodo />} />
      <LinkTabs
        label="分类"
        tabs={keys.map((key) => ({
          to: address.href({ tab: key === 'open' ? '' : key, page: '' }),
          label: todoTabs[key],
          current: key === tab,
        }))}
      />
      <Loaded of={todos}>
        {({ list, total, size }) =>
          total === 0 ? (
            <EmptyState title={tab === 'open' ? '没有待办' : '这里还没有内容'} icon="check">
              可以在这里、订单页和客户页新建待办，也可以在登记通话时写下一步。
            </EmptyState>
          ) : (
            <Card>
              <Paged
                rows={list.length}
                page={page}
                pageCount={Math.ceil(total / size)}
                href={(to) => address.href({ page: String(to) })}
              >
                <ul role="list" className={css.list}>
                  {list.map((todo) => (
                    <TodoRow key={todo.id} todo={todo} />
                  ))}
                </ul>
              </Paged>
            </Card>
          )
        }
      </Loaded>
    </div>
  )
}
