// Prices of projects as rows of a table. A row is found again by the address of its project and the number of its item, so that only
// amounts are read back: what is charged, and when, is changed in the editor.
import { formatFen, parseYuan } from '../../platform/money.ts'
import { type GroupFen, priceGroups, type PriceRule } from '../catalogue/prices/price-rules.ts'

export const priceColumns = [
  '网址标识',
  '项目',
  '收费编号',
  '收费',
  '单位',
  '高校院所（元）',
  '个人（元）',
  '企业（元）',
] as const

export interface PriceItem {
  /** `rates.rate1`, `rates.rate1.above.20`, `addOns.coating`, `leastChargeFen`, `startUpFen`. */
  item: string
  label: string
  unit: string
  fen: GroupFen
}

/** All amounts of a rule; none when everything is quoted. */
export function itemsOf(rule: PriceRule): PriceItem[] {
  if (rule.kind === 'quote') return []
  return [
    ...rule.rates.flatMap(({ key, label, basis, unitFen, tiers = [] }) => [
      { item: `rates.${key}`, label, unit: basis, fen: unitFen },
      ...tiers.map((tier) => ({
        item: `rates.${key}.above.${tier.above}`,
        label: `${label}（超过 ${tier.above} ${basis}）`,
        unit: basis,
        fen: tier.unitFen,
      })),
    ]),
    ...rule.addOns.map(({ key, label, unit, unitFen }) => ({ item: `addOns.${key}`, label, unit, fen: unitFen })),
    ...(rule.leastChargeFen
      ? [{ item: 'leastChargeFen', label: '最低收费', unit: '次', fen: rule.leastChargeFen }]
      : []),
    ...(rule.startUpFen ? [{ item: 'startUpFen', label: '开机费', unit: '次', fen: rule.startUpFen }] : []),
  ]
}

/** The rule with other amounts; items that are not named keep theirs. */
export function withAmounts(rule: PriceRule, amounts: ReadonlyMap<string, GroupFen>): PriceRule {
  if (rule.kind === 'quote') return rule
  const of = (item: string, now: GroupFen) => amounts.get(item) ?? now
  return {
    ...rule,
    rates: rule.rates.map((rate) => ({
      ...rate,
      unitFen: of(`rates.${rate.key}`, rate.unitFen),
      ...(rate.tiers && {
        tiers: rate.tiers.map((tier) => ({
          ...tier,
          unitFen: of(`rates.${rate.key}.above.${tier.above}`, tier.unitFen),
        })),
      }),
    })),
    addOns: rule.addOns.map((addOn) => ({ ...addOn, unitFen: of(`addOns.${addOn.key}`, addOn.unitFen) })),
    ...(rule.leastChargeFen && { leastChargeFen: of('leastChargeFen', rule.leastChargeFen) }),
    ...(rule.startUpFen && { startUpFen: of('startUpFen', rule.startUpFen) }),
  }
}

/** Yuan as text, so that no spreadsheet rounds it. */
export function cellsOf(
  { slug, name }: { slug: string; name: string },
  { item, label, unit, fen }: PriceItem,
): string[] {
  return [slug, name, item, label, unit, ...priceGroups.map((group) => formatFen(fen[group]).replace(/[¥,]/g, ''))]
}

const MOST_FEN = 1_000_000_000

/** The three amounts of a row, or what is wrong with them. */
export function amountsIn(cells: readonly string[]): GroupFen | string {
  const fen = cells.map((cell) => parseYuan(cell))
  const wrong = fen.findIndex((amount) => amount === undefined || amount > MOST_FEN)
  if (fen.length !== priceGroups.length || wrong >= 0)
    return `金额应是最多两位小数的元，例如 120 或 99.50：${cells[wrong] || '（空）'}`
  return Object.fromEntries(priceGroups.map((group, at) => [group, fen[at]])) as GroupFen
}
