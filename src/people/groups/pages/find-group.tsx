import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { clusterApply, clusterByCode, clusterSearch, type FoundGroup } from '../contract.ts'
import { groupReads } from './group-form.tsx'
import css from './groups.module.css'

const refreshes = [...groupReads, clusterSearch, clusterByCode]

/** Finds verified groups and applies to one. */
export function FindGroup({ onClose, onApplied }: { onClose: () => void; onApplied: () => void }) {
  const [search, setSearch] = useState<{ kw: string; page: number }>()
  // The application stands in a tab of its own.
  const onDone = () => {
    onClose()
    onApplied()
  }
  const form = useZodForm({
    schema: clusterSearch.input,
    initial: { kw: '' },
    onSubmit: ({ kw }) => setSearch({ kw, page: 1 }),
  })
  return (
    <Dialog open onClose={onClose} title="申请加入课题组">
      <div className="stack">
        <Form form={form} aria-label="查找课题组">
          <Field label="课题组名称、单位或编号" of={form.at('kw')} required>
            <TextInput type="search" maxLength={40} autoComplete="off" />
          </Field>
          <FormActions>
            <Button type="submit" variant="primary" icon="search">
              查找
            </Button>
          </FormActions>
        </Form>
        {search && <Found search={search} onPage={(page) => setSearch({ ...search, page })} onDone={onDone} />}
      </div>
    </Dialog>
  )
}

function Found({
  search,
  onPage,
  onDone,
}: {
  search: { kw: string; page: number }
  onPage: (page: number) => void
  onDone: () => void
}) {
  const found = useCall(clusterSearch, search)
  return (
    <Loaded of={found}>
      {(data) =>
        data.total === 0 ? (
          <EmptyState title="没有找到课题组" icon="search">
            请核对名称或编号，或请课题组用手机号、链接邀请您。
          </EmptyState>
        ) : (
          <>
            <ul role="list" className={css.list}>
              {data.list.map((group) => (
                <li key={group.groupNo}>
                  <Apply group={group} apply={{ groupNo: group.groupNo }} onDone={onDone} />
                </li>
              ))}
            </ul>
            <Pagination page={data.page} pageCount={Math.ceil(data.total / data.size)} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  )
}

/** The group of an invitation link. */
export function JoinByCode({ code }: { code: string }) {
  const group = useCall(clusterByCode, { code })
  return (
    <Card title="课题组邀请">
      <Loaded of={group}>{(found) => <Apply group={found} apply={{ code }} />}</Loaded>
    </Card>
  )
}

function Apply({
  group,
  apply,
  onDone,
}: {
  group: FoundGroup
  apply: { groupNo: string } | { code: string }
  onDone?: () => void
}) {
  const [message, setMessage] = useState('')
  const ask = useAct(clusterApply, {
    refreshes,
    onDone: () => {
      toast.success('申请已提交，结果会通知您')
      onDone?.()
    },
  })
  return (
    <div className="stack">
      <p className={css.facts}>
        <strong>{group.name}</strong>
        <span>{group.unit}</span>
        <span>所有者 {group.ownerName}</span>
        <span className="num">{group.groupNo}</span>
        {group.mine && <Tag tone="info">{group.mineLabel}</Tag>}
      </p>
      {group.mine === null && (
        <div className="cluster">
          <TextInput
            aria-label={`申请说明：${group.name}`}
            placeholder="申请说明，如姓名与导师"
            value={message}
            onValue={setMessage}
            maxLength={100}
          />
          <Button variant="primary" busy={ask.busy} onClick={() => void ask.run({ ...apply, message })}>
            申请加入
          </Button>
        </div>
      )}
    </div>
  )
}
