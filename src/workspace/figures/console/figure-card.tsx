import { useState } from 'react'
import { rowsCsv } from '../../../ui/chart/curves-csv.ts'
import { fileName, pngOf } from '../../../ui/chart/save-figure.ts'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { FigureCardData, FigureRow } from '../card-rules.ts'
import { barsSvg, pictureSize } from '../picture-rules.ts'
import { type DayRange, differenceText, textOf } from '../rules.ts'
import { cardRows, countText } from '../sheet-rules.ts'
import { FigureBars } from './figure-bars.tsx'
import { FigureColumns } from './figure-columns.tsx'
import css from './figures.module.css'

/** One figure as a picture or as a table, and as a file. */
export function FigureCard({ card, range }: { card: FigureCardData; range: DayRange }) {
  const [asTable, setAsTable] = useState(false)
  const name = fileName(`${card.title} ${card.ofRange ? `${range.from} 至 ${range.to}` : range.to}`)
  const nothing = card.rows.every(({ value, count }) => !value && !count)
  const png = async () => {
    try {
      saveAs(`${name}.png`, await pngOf(barsSvg(card, name), pictureSize(card)), 'image/png')
    } catch {
      toast.error('图片没有生成，请改用 CSV 下载')
    }
  }
  return (
    <Card
      as="article"
      title={card.title}
      actions={
        <span className="cluster">
          <Button size="s" variant="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? '看图' : '看表格'}
          </Button>
          <Menu
            label="下载"
            name={`下载${card.title}`}
            align="end"
            items={[
              { label: 'PNG 图片', icon: 'download', onClick: () => void png() },
              {
                label: 'CSV 表格',
                icon: 'download',
                onClick: () => saveAs(`${name}.csv`, rowsCsv(cardRows(card)), 'text/csv'),
              },
            ]}
          />
        </span>
      }
    >
      <p className={css.note}>{card.note}</p>
      {card.stats.length > 0 && <Stats card={card} />}
      {nothing ? (
        <EmptyState title="本期没有数据" icon="chart" />
      ) : asTable ? (
        <FigureTable card={card} />
      ) : card.key === 'incomeMonths' ? (
        <FigureColumns card={card} />
      ) : (
        <FigureBars card={card} />
      )}
    </Card>
  )
}

function Stats({ card }: { card: FigureCardData }) {
  return (
    <dl className={css.stats}>
      {card.stats.map(({ label, unit, value, before }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{textOf(value, unit)}</dd>
          <dd className={css.difference}>{differenceText(value, before, unit, card.beforeLabel)}</dd>
        </div>
      ))}
    </dl>
  )
}

function FigureTable({ card }: { card: FigureCardData }) {
  const compared = card.rows.some(({ before }) => before !== null)
  const counted = card.unit !== 'count' && card.rows.some(({ count }) => count !== null)
  return (
    <Table<FigureRow>
      caption={card.title}
      hideCaption
      noCards
      rows={card.rows}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'label',
          header: '项目',
          rowHeader: true,
          render: ({ label, to }) => (to === null ? label : <SmartLink to={to}>{label}</SmartLink>),
        },
        { key: 'value', header: '本期', align: 'end', render: ({ value, unit }) => textOf(value, unit ?? card.unit) },
        ...(counted
          ? [{ key: 'count', header: '笔数', align: 'end' as const, render: (row: FigureRow) => countText(row) || '—' }]
          : []),
        ...(compared
          ? [
              {
                key: 'before',
                header: card.beforeLabel,
                align: 'end' as const,
                render: ({ before }: FigureRow) => textOf(before, card.unit),
              },
              {
                key: 'difference',
                header: '变化',
                render: ({ value, before }: FigureRow) =>
                  differenceText(value, before, card.unit, card.beforeLabel) || '—',
              },
            ]
          : []),
      ]}
    />
  )
}
