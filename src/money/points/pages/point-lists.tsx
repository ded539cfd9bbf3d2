import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  type ExchangeItem,
  integrationCancelExchange,
  integrationConfirmExchange,
  integrationExchanges,
  integrationGoods,
  integrationInit,
  integrationList,
} from '../contract.ts'
import { countText } from '../../../ui/index/count-text.ts'
import { Memo } from '../../ledger/memo.tsx'
import { PointBadge } from '../point-badge.tsx'
import type { PageProps } from './goods-grid.tsx'
import css from './integral.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export function PointLedger({ page, href }: PageProps) {
  const list = useCall(integrationList, { page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      href={href}
      caption="积分明细"
      rowKey={(row) => String(row.id)}
      columns={[
        { key: 'at', header: '时间', render: (row) => <span className="num">{minuteText(row.at)}</span> },
        { key: 'memo', header: '事项', rowHeader: true, render: (row) => <Memo text={row.memo} /> },
        {
          key: 'points',
          header: '积分',
          align: 'end',
          render: (row) => <span className="num">{`${row.points > 0 ? '+' : ''}${countText(row.points)}`}</span>,
        },
        {
          key: 'balance',
          header: '余额',
          align: 'end',
          render: (row) => <span className="num">{countText(row.balance)}</span>,
        },
      ]}
      empty={
        <EmptyState title="还没有积分" icon="points" action={{ label: '去检测项目', to: '/project' }}>
          订单付清、评价通过或论文致谢核实后，积分会出现在这里。
        </EmptyState>
      }
    />
  )
}

const refreshes = [integrationExchanges, integrationInit, integrationList, integrationGoods]

export function ExchangeList({ page, href }: PageProps) {
  const list = useCall(integrationExchanges, { page, size: 10 })
  const [asked, setAsked] = useState<{ row: ExchangeItem; verb: 'cancel' | 'confirm' }>()
  const cancel = useAct(integrationCancelExchange, { refreshes, onDone: () => toast.success('已取消，积分已退回') })
  const confirm = useAct(integrationConfirmExchange, { refreshes, onDone: () => toast.success('已确认收货') })
  return (
    <>
      <PagedTable
        of={list}
        page={page}
        href={href}
        caption="兑换记录"
        rowKey={(row) => String(row.id)}
        columns={[
          {
            key: 'name',
            header: '商品',
            rowHeader: true,
            render: (row) => (
              <span>
                {row.name}
                <span className={css.sub}>
                  <span className="num">{row.exchangeNo}</span> {minuteText(row.createdAt)}
                </span>
              </span>
            ),
          },
          { key: 'points', header: '积分', align: 'end', render: (row) => <span className="num">{row.points}</span> },
          {
            key: 'to',
            header: '收货',
            render: (row) => (
              <span>
                {row.receiver || '—'}
                {row.address && <span className={css.sub}>{row.address}</span>}
              </span>
            ),
          },
          {
            key: 'stage',
            header: '状态',
            render: (row) => (
              <span>
                <PointBadge stage={row.stage}>{row.stageLabel}</PointBadge>
                {row.waybill && (
                  <span className={css.sub}>
                    {row.courier} <span className="num">{row.waybill}</span>
                  </span>
                )}
                {row.reason && <span className={css.sub}>原因：{row.reason}</span>}
              </span>
            ),
          },
          {
            key: 'acts',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (row) => (
              <>
                {row.mayCancel && (
                  <Button
                    size="s"
                    aria-label={`取消兑换 ${row.exchangeNo}`}
                    onClick={() => setAsked({ row, verb: 'cancel' })}
                  >
                    取消兑换
                  </Button>
                )}
                {row.mayConfirm && (
                  <Button
                    size="s"
                    aria-label={`确认收货 ${row.exchangeNo}`}
                    onClick={() => setAsked({ row, verb: 'confirm' })}
                  >
                    确认收货
                  </Button>
                )}
              </>
            ),
          },
        ]}
        empty={
          <EmptyState
            title="还没有兑换"
            icon="truck"
            action={{ label: '看看可兑换的商品', to: '/member/integral?tab=goods' }}
          />
        }
      />
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          onConfirm={() => (asked.verb === 'cancel' ? cancel : confirm).submit({ id: asked.row.id })}
          title={asked.verb === 'cancel' ? '取消兑换' : '确认收货'}
          confirmLabel={asked.verb === 'cancel' ? '取消兑换' : '确认收货'}
          danger={asked.verb === 'cancel'}
        >
          <p>
            「{asked.row.name}」
            {asked.verb === 'cancel' ? `：${asked.row.points} 积分退回您的账户。` : '：确认后兑换完成，不能再取消。'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
