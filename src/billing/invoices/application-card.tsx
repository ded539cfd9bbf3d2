import type { ReactNode } from 'react'
import { DownloadButton, type FileReader } from '../../core/files/download-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Money } from '../../ui/text/money.tsx'
import type { Application } from './contract.ts'
import { InvoiceBadge } from './invoice-badge.tsx'
import css from './pages/invoices.module.css'
import { minuteText } from '../../ui/text/day-text.ts'

const fileLabels = { pdf: 'PDF', ofd: 'OFD', xml: 'XML', red: '红字发票' } as const

/** An application with its lines and files, and its actions at the bottom. */
export function ApplicationCard({
  row,
  as,
  children,
}: {
  row: Omit<Application, 'actions'>
  as: FileReader
  children?: ReactNode
}) {
  return (
    <Card as="article" title={`开票申请 ${row.applicationNo}`} actions={<InvoiceBadge row={row} />}>
      {row.stage === 'rejected' && row.rejectReason && <p className={css.reason}>驳回原因：{row.rejectReason}</p>}
      <ApplicationFacts row={row} />
      <ul role="list" className={css.lines}>
        {row.lines.map((line) => (
          <li key={line.orderNo} className={css.line}>
            <span>
              <SmartLink
                to={as === 'customer' ? `/member/order/${line.orderNo}` : `/console/orders/${line.orderNo}`}
                className="num"
              >
                {line.orderNo}
              </SmartLink>{' '}
              {line.about}
              {line.fundingNo && <span className={css.sub}> 课题号 {line.fundingNo}</span>}
              {line.reddenedFen > 0 && (
                <span className={css.sub}>
                  {' '}
                  已红冲 <Money fen={line.reddenedFen} />
                </span>
              )}
            </span>
            <Money fen={line.amountFen} />
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <span className={css.total}>
          <Money fen={row.amountFen} price />
        </span>
        <span className="cluster">
          {row.files.map((file) => (
            <DownloadButton key={file.id} fileId={file.id} name={file.name} as={as} label={fileLabels[file.kind]} />
          ))}
          {children}
        </span>
      </div>
    </Card>
  )
}

/** The reason stays with an invoice whose red letter was declined or withdrawn, and says nothing then. */
function reddens({ stage, redLetters }: Pick<Application, 'stage' | 'redLetters'>): boolean {
  return stage === 'reddening' || redLetters.length > 0
}

export function ApplicationFacts({ row }: { row: Omit<Application, 'actions'> }) {
  const bank = [row.bank, row.bankAccount].filter(Boolean).join(' ')
  const place = [row.address, row.phone].filter(Boolean).join(' ')
  return (
    <DescriptionList
      items={[
        { term: '抬头', value: row.naturalPerson ? `${row.title}（个人）` : row.title },
        { term: '税号', value: row.taxNo || undefined },
        { term: '类型', value: row.typeLabel },
        { term: '开户行与账号', value: bank || undefined },
        { term: '地址电话', value: place || undefined },
        { term: '收票邮箱', value: row.email },
        { term: '备注', value: row.remark || undefined },
        { term: '申请时间', value: minuteText(row.createdAt) },
        { term: '发票号码', value: row.invoiceNo ?? undefined },
        { term: '开票日期', value: row.issuedOn ?? undefined },
        { term: '发送时间', value: minuteText(row.sentAt) },
        { term: '红冲原因', value: reddens(row) ? [row.redReason, row.redNote].filter(Boolean).join('：') : undefined },
        { term: '本次红冲', value: row.redAskedFen > 0 ? <Money fen={row.redAskedFen} /> : undefined },
        {
          term: '红字发票',
          value:
            row.redLetters.length === 0 ? undefined : (
              <ul role="list">
                {row.redLetters.map((letter) => (
                  <li key={letter.redNo}>
                    <span className="num">{letter.redNo}</span> {letter.redOn} <Money fen={-letter.amountFen} />
                  </li>
                ))}
              </ul>
            ),
          wide: true,
        },
      ]}
    />
  )
}
