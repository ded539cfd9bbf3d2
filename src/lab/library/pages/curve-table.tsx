import type { OutputOf } from '../../../platform/contract/call.ts'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import type { libraryList } from '../contract.ts'
import { CurveDrawing } from '../curves/curve-drawing.tsx'
import { analysisAddress } from '../rules.ts'
import css from '../library.module.css'
import { shortDay } from '../../../ui/text/day-text.ts'

type Curve = OutputOf<typeof libraryList>['list'][number]

interface Props {
  rows: readonly Curve[]
  chosen: ReadonlyMap<string, Curve>
  onChosen: (keys: Set<string>) => void
}

export function CurveTable({ rows, chosen, onChosen }: Props) {
  return (
    <Table
      caption="曲线"
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      rowName={nameOf}
      selected={new Set(chosen.keys())}
      onSelect={onChosen}
    />
  )
}

function nameOf(curve: Curve): string {
  const sample = curve.sampleName || curve.ownNo || curve.fileName
  return `${sample} ${curve.method}${curve.series > 0 ? `（第 ${curve.series + 1} 条）` : ''}`
}

const columns: Column<Curve>[] = [
  {
    key: 'line',
    header: '曲线',
    cardLabel: '',
    render: ({ line, xLabel, xFrom, xTo, points }) => (
      <>
        <CurveDrawing line={line} />
        <span className={css.quiet}>{`${xLabel} ${tidy(xFrom)}–${tidy(xTo)}，${points} 点`}</span>
      </>
    ),
  },
  {
    key: 'sample',
    header: '样品',
    rowHeader: true,
    cardLabel: '',
    render: (curve) => (
      <span className={css.name}>
        {curve.sampleName || '整个订单'}
        <span className={css.quiet}>{[curve.ownNo, curve.label].filter(Boolean).join('，')}</span>
        <SmartLink to={`/member/order/${curve.orderNo}`}>{curve.orderNo}</SmartLink>
        <span className={css.quiet}>{shortDay(curve.measuredAt)} 测量</span>
      </span>
    ),
  },
  {
    key: 'composition',
    header: '成分',
    render: ({ composition, elements }) => (
      <span className={css.name}>
        {composition || '未填写'}
        {composition && elements.length === 0 && <span className={css.quiet}>不能按元素查找</span>}
      </span>
    ),
  },
  {
    key: 'method',
    header: '方法',
    render: ({ method, project, inDoubt }) => (
      <span className={css.name}>
        {method}
        {inDoubt && (
          <>
            {' '}
            <Tag tone="warn">{inDoubt}</Tag>
          </>
        )}
        <span className={css.quiet}>{project}</span>
      </span>
    ),
  },
  {
    key: 'tags',
    header: '标签',
    render: ({ tags, noteCount }) => (
      <span className="cluster">
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        {noteCount > 0 && <span className={css.quiet}>{`${noteCount} 条备注`}</span>}
        {tags.length === 0 && noteCount === 0 && '无'}
      </span>
    ),
  },
  {
    key: 'analysis',
    header: '操作',
    render: (curve) => <SmartLink to={analysisAddress(curve)}>分析</SmartLink>,
  },
]

function tidy(value: number): string {
  return String(Number(value.toPrecision(6)))
}
