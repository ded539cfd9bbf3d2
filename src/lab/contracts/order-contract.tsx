import { useCall } from '../../platform/client/use-call.ts'
import { useStaff } from '../../core/staff/me.tsx'
import { ButtonLink } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/text/money.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { staffContractList } from './list-contract.ts'
import { ContractStageBadge } from './contract-stage.tsx'
import { isAlive } from './rules.ts'

const listOf = (orderNo: string) => `/console/contracts?${new URLSearchParams({ tab: 'all', order: orderNo })}`

/** For staff: the contracts of an enterprise's order, or a note that one must be issued. */
export function OrderContract({ orderNo, awaited }: { orderNo: string; awaited: boolean }) {
  const { may } = useStaff()
  const { data } = useCall(
    staffContractList,
    { size: 50, filters: { order: orderNo } },
    { enabled: may('contract.read') },
  )
  if (!data || (data.list.length === 0 && !awaited)) return null
  const open = data.list.some(({ stage }) => isAlive(stage) && stage !== 'effective')
  const toDraw = awaited && !data.list.some((row) => isAlive(row.stage)) && may('contract.issue')
  return (
    <Card
      title="合同"
      actions={
        <ButtonLink
          to={toDraw ? '/console/contracts' : listOf(orderNo)}
          variant={toDraw ? 'primary' : 'secondary'}
          size="s"
        >
          {toDraw ? '拟定合同' : open && may('contract.issue') ? '处理合同' : '查看合同'}
        </ButtonLink>
      }
    >
      {toDraw && data.list.length > 0 && <p>此前的合同已失效，请重新拟定。</p>}
      {data.list.length === 0 ? (
        <p style={{ margin: 0 }}>客户已接受报价，请拟定合同。</p>
      ) : (
        <Table
          caption="此订单的合同"
          hideCaption
          columns={[
            { key: 'no', header: '合同', rowHeader: true, render: (row) => `${row.contractNo} 第 ${row.edition} 版` },
            { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
            {
              key: 'stage',
              header: '状态',
              render: (row) => <ContractStageBadge stage={row.stage} />,
            },
          ]}
          rows={data.list}
          rowKey={(row) => row.contractNo}
        />
      )}
    </Card>
  )
}
