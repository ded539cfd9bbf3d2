import { type ComponentType, useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { DrawnPlot } from '../../../shop/catalogue/examples/drawn-plot.tsx'
import css from './example.module.css'
import type { ReaderProps } from './example-reader.tsx'
import type { Project } from './summary.tsx'

type Plot = NonNullable<Project['content']['results'][number]['plot']>
type Mark = Plot['marks'][number]

/** An example measurement: its curve, its marks as a table, and its numbers as a file. */
export function Example({ plot, title, file }: { plot: Plot; title: string; file: string }) {
  const [Reader, setReader] = useState<ComponentType<ReaderProps>>()
  const open = () => void import('./example-reader.tsx').then((part) => setReader(() => part.ExampleReader))
  const columns: Column<Mark>[] = [
    { key: 'x', header: plot.x.label, rowHeader: true, render: ({ x }) => <span className="num">{x}</span> },
    { key: 'y', header: plot.y.label, align: 'end', render: ({ y }) => <span className="num">{y}</span> },
    { key: 'label', header: '说明', render: ({ label }) => label },
  ]
  return (
    <div className={css.example}>
      <div>
        {Reader ? <Reader plot={plot} title={title} file={file} /> : <DrawnPlot plot={plot} title={title} />}
        <p className={css.note}>{plot.note}</p>
      </div>
      <div className={css.side}>
        <Table
          caption={`${title}：特征位置`}
          hideCaption
          columns={columns}
          rows={plot.marks}
          rowKey={({ x, label }) => x + label}
          noCards
        />
        <p className="cluster">
          <SmartLink to={file} reload download className={css.link}>
            下载数据（CSV）
          </SmartLink>
          {plot.readable && !Reader && (
            <Button size="s" icon="search" onClick={open}>
              放大、逐点读数
            </Button>
          )}
        </p>
      </div>
    </div>
  )
}
