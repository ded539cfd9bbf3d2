import type { OutputOf } from '../../../platform/contract/call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { Address } from '../../../ui/tables/use-address.ts'
import { staffPaymentList } from '../list-contract.ts'
import { channelLabels } from '../rules.ts'
import { staffDifferences } from '../difference-list-contract.ts'
import { type BillView, staffBills, staffCheckBill } from '../staff-contract.ts'
import { minuteText, shortDay } from '../../../ui/text/day-text.ts'

/** The days compared with the bills of the channels, and the comparison of any day by hand. */
export function Bills({ address }: { address: Address }) {
  const list = useCall(staffBills, { page: address.page, size: 20 }, { refetchSeconds: 10 })
  const { may } = useStaff()
  return (
    <>
      {may('payment.reconcile') && list.data && <CheckDay {...list.data} />}
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        caption="已核对的渠道账单"
        columns={columns}
        rowKey={(row) => `${row.channel}${row.day}`}
        empty={
          <EmptyState title="还没有核对过账单" icon="file">
            每天 10:30 自动核对前一天的账单，也可选择日期立即核对。
          </EmptyState>
        }
      />
    </>
  )
}

function CheckDay({ channels, lastDay }: Pick<OutputOf<typeof staffBills>, 'channels' | 'lastDay'>) {
  const check = useAct(staffCheckBill, { refreshes: [staffBills, staffDifferences, staffPaymentList] })
  const form = useZodForm({
    schema: staffCheckBill.input,
    initial: { channel: channels[0], day: lastDay },
    onSubmit: async (input) => {
      await check.submit(input)
      toast.success('已开始核对，结果稍后出现在下方')
    },
  })
  if (channels.length === 0) return <p>没有开通的支付渠道。</p>
  return (
    <Form form={form} aria-label="核对一天的账单">
      <div className="cluster" style={{ alignItems: 'flex-start' }}>
        <Field label="渠道" hideLabel of={form.at('channel')}>
          <Select options={channels.map((value) => ({ value, label: channelLabels[value] }))} />
        </Field>
        <Field label="账单日" hideLabel of={form.at('day')}>
          <TextInput type="date" max={lastDay} />
        </Field>
        <Button type="submit" variant="primary" icon="refresh" busy={form.busy}>
          立即核对
        </Button>
      </div>
    </Form>
  )
}

const columns: Column<BillView>[] = [
  { key: 'day', header: '账单日', rowHeader: true, render: (row) => <span className="num">{shortDay(row.day)}</span> },
  { key: 'channel', header: '渠道', render: (row) => channelLabels[row.channel] },
  { key: 'lines', header: '笔数', align: 'end', render: (row) => row.lineCount },
  { key: 'received', header: '收款', align: 'end', render: (row) => <Money fen={row.receivedFen} /> },
  { key: 'refunded', header: '退款', align: 'end', render: (row) => <Money fen={row.refundedFen} /> },
  { key: 'fee', header: '手续费', align: 'end', render: (row) => <Money fen={row.feeFen} /> },
  { key: 'applied', header: '补记', align: 'end', render: (row) => row.appliedCount },
  { key: 'open', header: '待处理差异', align: 'end', render: (row) => row.openCount },
  {
    key: 'at',
    header: '核对时间',
    render: (row) => <span className="num">{minuteText(row.checkedAt)}</span>,
  },
]
