import { groupNames } from '../../../people/customers/rules.ts'
import { Money } from '../../../ui/text/money.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { type GroupFen, type PriceRule, priceGroups } from '../../../shop/catalogue/prices/price-rules.ts'
import { DetailSection } from './section.tsx'

type Row = { key: string; label: string; note?: string; unit: string; fen: GroupFen }

const columns: Column<Row>[] = [
  {
    key: 'label',
    header: '收费项目',
    rowHeader: true,
    render: ({ label, note }) => (note ? `${label}（${note}）` : label),
  },
  { key: 'unit', header: '单位', render: ({ unit }) => unit },
  ...priceGroups.map((group): Column<Row> => ({
    key: group,
    header: groupNames[group],
    align: 'end',
    render: ({ fen }) => <Money fen={fen[group]} />,
  })),
]

/** All prices of the project for each customer group; the live price is computed from the same rule. */
export function PriceList({ rule, surcharges }: { rule: PriceRule; surcharges: string }) {
  if (rule.kind === 'quote') return null
  return (
    <DetailSection id="price" title="价格" noPrint>
      <Table caption="价格表" hideCaption columns={columns} rows={rowsOf(rule)} rowKey={(row) => row.key} noCards />
      {rule.urgentPercent && <p>加急按总价的 {rule.urgentPercent / 100} 倍计费。</p>}
      {surcharges && <p>{surcharges}</p>}
    </DetailSection>
  )
}

function rowsOf(rule: Extract<PriceRule, { kind: 'rated' }>): Row[] {
  const rates = rule.rates.flatMap((rate) => [
    {
      key: rate.key,
      label: rate.label,
      note: rate.leastQuantity && rate.leastQuantity > 1 ? `至少计 ${rate.leastQuantity} ${rate.basis}` : undefined,
      unit: rate.basis,
      fen: rate.unitFen,
    },
    ...(rate.tiers ?? []).map((tier) => ({
      key: `${rate.key}-${tier.above}`,
      label: rate.label,
      note: `超过 ${tier.above} ${rate.basis}的部分`,
      unit: rate.basis,
      fen: tier.unitFen,
    })),
  ])
  const addOns = rule.addOns.map(({ key, label, hint, unit, unitFen }) => ({
    key: `add-${key}`,
    label,
    note: hint,
    unit,
    fen: unitFen,
  }))
  return [
    ...rates,
    ...addOns,
    ...(rule.startUpFen ? [{ key: 'start-up', label: '开机费', unit: '次', fen: rule.startUpFen }] : []),
    ...(rule.leastChargeFen ? [{ key: 'least', label: '最低收费', unit: '次', fen: rule.leastChargeFen }] : []),
  ]
}
