import type { OutputOf } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Icon } from '../../ui/text/icon.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Menu } from '../../ui/feedback/menu.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { planList } from './contract.ts'
import { LineAmount } from './line-amount.tsx'
import css from './plan-table.module.css'
import { ParameterSummary } from './parameter-summary.tsx'
import { validityLabels } from './rules.ts'
import { workingDays } from '../../core/settings/opening-hours/days-rules.ts'

export type PlanItem = OutputOf<typeof planList>['dataArr'][number]['items'][number]

export interface PlanTableProps {
  title: string
  items: readonly PlanItem[]
  unchosen: ReadonlySet<number>
  onUnchosen: (unchosen: ReadonlySet<number>) => void
  onEdit: (item: PlanItem) => void
  onCopy: (item: PlanItem) => void
  onSame: (item: PlanItem) => void
  onRemove: (ids: number[]) => void
}

/** The lines of one category. Lines that are no longer valid cannot be chosen and say why. */
export function PlanTable({ title, items, unchosen, onUnchosen, onEdit, onCopy, onSame, onRemove }: PlanTableProps) {
  const selected = new Set(
    items.filter((item) => item.validity === 'valid' && !unchosen.has(item.id)).map((item) => String(item.id)),
  )
  const select = (keys: Set<string>) => {
    const next = new Set(unchosen)
    for (const item of items) {
      if (keys.has(String(item.id))) next.delete(item.id)
      else next.add(item.id)
    }
    onUnchosen(next)
  }
  return (
    <Table
      caption={title}
      rows={items}
      rowKey={(item) => String(item.id)}
      rowName={(item) => item.name}
      selected={selected}
      onSelect={select}
      columns={[
        {
          key: 'name',
          header: '项目',
          rowHeader: true,
          // Widths in percent, so that the columns of all categories stand below each other.
          width: '24%',
          cardLabel: '',
          render: (item) => (
            <div className={css.name}>
              {item.agreed ? item.name : <SmartLink to={`/detail/${item.rid}`}>{item.name}</SmartLink>}
              {item.agreed && <Tag>定制</Tag>}
              {item.urgent && <Tag tone="warn">加急</Tag>}
              {item.validity !== 'valid' && <Tag tone="danger">{validityLabels[item.validity]}</Tag>}
            </div>
          ),
        },
        {
          key: 'parameters',
          header: '参数',
          width: '35%',
          render: (item) => (
            <>
              <ParameterSummary described={item.described} />
              {item.sameAs && <SameAsNote orderNo={item.sameAs} />}
            </>
          ),
        },
        { key: 'count', header: '样品数', align: 'end', width: '7%', render: (item) => item.count },
        { key: 'days', header: '周期', width: '12%', render: (item) => workingDays(item.days) },
        {
          key: 'amount',
          header: '小计',
          align: 'end',
          width: '11%',
          render: (item) => <LineAmount item={item} />,
        },
        {
          key: 'actions',
          header: '操作',
          width: '11%',
          cardLabel: '',
          render: (item) => (
            <LineActions item={item} onEdit={onEdit} onCopy={onCopy} onSame={onSame} onRemove={onRemove} />
          ),
        },
      ]}
    />
  )
}

/** One visible action, and the rest in a menu, so that each row stays on one line. */
function LineActions({
  item,
  onEdit,
  onCopy,
  onSame,
  onRemove,
}: { item: PlanItem } & Pick<PlanTableProps, 'onEdit' | 'onCopy' | 'onSame' | 'onRemove'>) {
  const editable = item.validity !== 'offSale' && !item.agreed
  const remove = () => onRemove([item.id])
  if (!editable)
    return (
      <Button size="s" variant="quiet" onClick={remove}>
        删除<span className="visually-hidden"> {item.name}</span>
      </Button>
    )
  return (
    <div className={css.actions}>
      <Button size="s" variant={item.validity === 'valid' ? 'quiet' : 'primary'} onClick={() => onEdit(item)}>
        {item.validity === 'valid' ? '修改' : '确认'}
        <span className="visually-hidden"> {item.name}</span>
      </Button>
      <Menu
        label={<Icon name="more" size={18} />}
        name={`${item.name} 的更多操作`}
        chevron={false}
        floating
        items={[
          { label: '复制', icon: 'copy', onClick: () => onCopy(item) },
          { label: '相同条件', icon: 'scale', onClick: () => onSame(item), hidden: item.serviceType !== 1 },
          { label: '删除', icon: 'trash', danger: true, onClick: remove },
        ]}
      />
    </div>
  )
}

/** Which earlier order the test is to be comparable with. */
export function SameAsNote({ orderNo }: { orderNo: string }) {
  return (
    <span className={css.label}>
      与订单 <span className="num">{orderNo}</span> 相同的仪器与条件
    </span>
  )
}
