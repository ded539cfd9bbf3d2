import { useState } from 'react'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { exchangeIndex, staffExchangeList } from '../list-contract.ts'
import { PointBadge } from '../point-badge.tsx'
import { type StaffExchange, staffExchangeAddress, staffExchangeCancel, staffExchangeShip } from '../staff-contract.ts'
import { PointsNav } from './points-nav.tsx'

export const meta = () => [{ title: '积分兑换 · 明析科测' }]

type Asked = { row: StaffExchange; verb: 'ship' | 'cancel' }

export default function ConsoleExchanges() {
  const { may } = useStaff()
  const [asked, setAsked] = useState<Asked>()
  const cancel = useAct(staffExchangeCancel, {
    refreshes: [staffExchangeList],
    onDone: () => toast.success('已取消，积分已退回客户'),
  })
  const verbs = { ship: may('pointExchange.ship'), cancel: may('pointExchange.cancelByStaff') }
  return (
    <div className="stack">
      <PageHeader title="积分" sub="客户兑换的商品：发货、取消" />
      <PointsNav here="/console/points/exchanges" />
      <IndexList
        index={exchangeIndex}
        call={staffExchangeList}
        looks={looks}
        more={[actColumn(verbs, setAsked)]}
        empty={<EmptyState title="没有待发货的兑换" icon="truck" />}
      />
      {asked?.verb === 'ship' && <ShipDialog row={asked.row} onClose={() => setAsked(undefined)} />}
      {asked?.verb === 'cancel' && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          onConfirm={({ reason }) => cancel.submit({ id: asked.row.id, version: asked.row.version, reason })}
          title={`取消兑换 ${asked.row.exchangeNo}`}
          confirmLabel="取消兑换"
          danger
          reason={{ label: '取消原因', required: true, maxLength: 200 }}
        >
          <p>
            {asked.row.points} 积分退回 {asked.row.customerName}，库存加回一件；客户会看到原因。
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const looks: IndexListProps<StaffExchange, keyof typeof exchangeIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.exchangeNo}</span> },
  customer: { line: 2 },
  goods: { line: 2 },
  stage: { line: 1, render: (row) => <PointBadge stage={row.stage}>{row.stageLabel}</PointBadge> },
}

function actColumn(may: { ship: boolean; cancel: boolean }, onAsk: (asked: Asked) => void): Column<StaffExchange> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) =>
      row.stage === 'to_ship' && (
        <span className="cluster">
          {may.ship && (
            <Button size="s" aria-label={`发货 ${row.exchangeNo}`} onClick={() => onAsk({ row, verb: 'ship' })}>
              发货
            </Button>
          )}
          {may.cancel && (
            <Button
              size="s"
              variant="quiet"
              aria-label={`取消 ${row.exchangeNo}`}
              onClick={() => onAsk({ row, verb: 'cancel' })}
            >
              取消
            </Button>
          )}
        </span>
      ),
  }
}

function ShipDialog({ row, onClose }: { row: StaffExchange; onClose: () => void }) {
  const to = useCall(staffExchangeAddress, { id: row.id })
  const ship = useAct(staffExchangeShip, { refreshes: [staffExchangeList] })
  const form = useZodForm({
    schema: staffExchangeShip.input,
    initial: { id: row.id, version: row.version, courier: '', waybill: '' },
    onSubmit: async (input) => {
      await ship.submit(input)
      toast.success('已登记发货，客户会收到通知')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={`发货 ${row.exchangeNo}`} size="s">
      <div className="stack">
        <Loaded of={to}>
          {({ receiver, phone, address }) => (
            <DescriptionList
              single
              items={[
                { term: '商品', value: row.name },
                { term: '收件人', value: `${receiver} ${phone}` },
                { term: '地址', value: address },
              ]}
            />
          )}
        </Loaded>
        <Form form={form} aria-label="发货">
          <FormRow>
            <Field label="快递公司" of={form.at('courier')} required>
              <TextInput maxLength={40} />
            </Field>
            <Field label="快递单号" of={form.at('waybill')} required>
              <TextInput maxLength={40} autoComplete="off" />
            </Field>
          </FormRow>
          <FormActions>
            <Button onClick={onClose}>取消</Button>
            <Button type="submit" variant="primary" busy={form.busy}>
              确认发货
            </Button>
          </FormActions>
        </Form>
      </div>
    </Dialog>
  )
}
