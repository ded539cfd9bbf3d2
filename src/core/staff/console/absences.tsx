import { useState } from 'react'
import { z } from 'zod'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { absenceAdd, absenceEnd, type AbsenceItem, absenceList } from '../absences/absence-contract.ts'
import { firstDayWithoutAnyone } from '../absences/absence-rules.ts'
import { useStaff } from '../me.tsx'

export const meta = () => [{ title: '不在岗与代班 · 明析科测后台' }]

const refreshes = [absenceList]

/** Who is away and who does the work meanwhile. */
export default function ConsoleAbsences() {
  const absences = useCall(absenceList, {})
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<AbsenceItem>()
  return (
    <div className="stack">
      <PageHeader
        title="不在岗与代班"
        sub="不在岗期间，提醒和超时工作同时通知代班人，名下客户看到代班人的联系方式；代班人仍只有自己角色的权限"
        actions={
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            登记不在岗
          </Button>
        }
      />
      <Loaded of={absences}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title="没有人不在岗" icon="door">
              休假、出差或外出培训前，在这里登记并选择代班人。
            </EmptyState>
          ) : (
            <Table
              caption="不在岗"
              hideCaption
              rows={list}
              rowKey={(row) => String(row.id)}
              columns={columns(setEnding)}
            />
          )
        }
      </Loaded>
      {adding && absences.data && (
        <Dialog open onClose={() => setAdding(false)} title="登记不在岗">
          <AbsenceForm data={absences.data} onClose={() => setAdding(false)} />
        </Dialog>
      )}
      {ending && <EndDialog row={ending} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

function columns(onEnd: (row: AbsenceItem) => void): Column<AbsenceItem>[] {
  return [
    { key: 'name', header: '姓名', rowHeader: true, render: (row) => row.staffName },
    {
      key: 'days',
      header: '日期',
      render: (row) => (
        <span className="num">{row.firstDay === row.lastDay ? row.firstDay : `${row.firstDay} 至 ${row.lastDay}`}</span>
      ),
    },
    { key: 'deputy', header: '代班人', render: (row) => row.deputyName ?? '无，通知同角色的在岗同事' },
    { key: 'reason', header: '说明', render: (row) => row.reason || '—' },
    {
      key: 'state',
      header: '状态',
      render: (row) => <StageBadge tone={row.now ? 'warn' : 'info'}>{row.now ? '不在岗' : '未开始'}</StageBadge>,
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) =>
        row.mayEnd && (
          <Button size="s" onClick={() => onEnd(row)} aria-label={`${row.now ? '提前结束' : '取消'}：${row.staffName}`}>
            {row.now ? '提前结束' : '取消'}
          </Button>
        ),
    },
  ]
}

function EndDialog({ row, onClose }: { row: AbsenceItem; onClose: () => void }) {
  const end = useAct(absenceEnd, { refreshes })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async () => {
        await end.submit({ id: row.id })
        toast.success(row.now ? `${row.staffName} 已回到岗位` : '登记已取消')
      }}
      title={row.now ? '提前结束不在岗' : '取消不在岗登记'}
      confirmLabel="确定"
    >
      <p>
        {row.staffName} {row.firstDay} 至 {row.lastDay}。{row.now && '结束后工作重新由本人处理，'}需要时可再次登记。
      </p>
    </ConfirmDialog>
  )
}

/** A select gives texts. */
const formSchema = absenceAdd.input.extend({
  staffId: z.string().transform(Number),
  deputyId: z.string().transform((id) => (id === '' ? null : Number(id))),
})

function AbsenceForm({ data, onClose }: { data: OutputOf<typeof absenceList>; onClose: () => void }) {
  const me = useStaff()
  const act = useAct(absenceAdd, { refreshes })
  const form = useZodForm({
    schema: formSchema,
    initial: { staffId: String(me.id), deputyId: '', firstDay: '', lastDay: '', reason: '' },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success('已登记')
      onClose()
    },
  })
  const person = data.people.find(({ id }) => id === Number(form.values.staffId))
  const deputies = data.people.filter(({ id, role }) => role === person?.role && id !== person.id)
  const { firstDay = '', lastDay = '', deputyId } = form.values
  const alone =
    firstDay &&
    lastDay &&
    !deputyId &&
    firstDayWithoutAnyone(
      deputies.map(({ id }) => id),
      data.list,
      { firstDay, lastDay },
    )
  const options = (people: typeof data.people) =>
    people.map(({ id, name, roleName }) => ({ value: String(id), label: `${name}（${roleName}）` }))
  return (
    <Form form={form} aria-label="登记不在岗">
      {data.forOthers && (
        <Field label="员工" of={form.at('staffId')} required>
          <Select options={options(data.people)} />
        </Field>
      )}
      <Field label="开始日期" of={form.at('firstDay')} required>
        <TextInput type="date" />
      </Field>
      <Field label="结束日期" of={form.at('lastDay')} required>
        <TextInput type="date" />
      </Field>
      <Field
        label="代班人"
        of={form.at('deputyId')}
        hint="同一角色的同事，不会因代班得到更多权限；不选时通知同角色的所有在岗同事"
      >
        <Select options={[{ value: '', label: '不指定' }, ...options(deputies)]} />
      </Field>
      <p role="status" style={{ color: 'var(--warn)' }}>
        {alone && `${alone} 起没有其他${person?.roleName}在岗：提醒仍发给本人，请安排人处理。`}
      </p>
      <Field label="说明" of={form.at('reason')} hint="同事可见，例如 年假、出差">
        <TextInput maxLength={100} autoComplete="off" />
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
