import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import { listKeys } from '../../core/lists/listed-actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { csvOf, xlsxOf } from '../../platform/sheet/sheet.ts'
import { readCells } from '../../platform/contract/sheet-rows.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { type PricedRow, pricesBySlug, pricesOf } from '../catalogue/edit-actions.ts'
import { priceFault } from '../catalogue/edit-rules.ts'
import { type GroupFen, priceGroups } from '../catalogue/prices/price-rules.ts'
import { staffProjects } from '../catalogue/project-list-actions.ts'
import { publishDraft, saveDraft, topRevision } from '../editing/revisions/revision-actions.ts'
import type { PriceChange, projectPriceCheck, projectPriceExport, projectPriceImport, RowFault } from './contract.ts'
import { priceSheetErrors } from './errors.ts'
import { amountsIn, cellsOf, itemsOf, priceColumns, withAmounts } from './price-sheet-rules.ts'

const MOST_PROJECTS = 2000

/** The prices of the projects that the filter finds. The file is removed after a day, like every file that is attached to nothing. */
export async function exportPrices(
  ctx: Ctx<Staff>,
  { format, browserKey, ...query }: InputOf<typeof projectPriceExport>,
): Promise<OutputOf<typeof projectPriceExport>> {
  const rids = await listKeys(ctx, staffProjects, query, MOST_PROJECTS + 1)
  if (rids.length > MOST_PROJECTS) throw refuse(priceSheetErrors.tooManyProjects)
  const priced = (await pricesOf(ctx, rids)).filter(({ rule }) => rule.kind === 'rated')
  if (priced.length === 0) throw refuse(priceSheetErrors.noPrices)
  const rows = [
    [...priceColumns],
    ...priced.flatMap((project) => itemsOf(project.rule).map((item) => cellsOf(project, item))),
  ]
  const file = await keepGenerated(ctx, {
    name: `项目价格-${shanghaiDate(ctx.clock.now())}.${format}`,
    mime:
      format === 'xlsx'
        ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
        : 'text/csv; charset=utf-8',
    bytes: format === 'xlsx' ? await xlsxOf([{ name: '项目价格', rows }]) : csvOf(rows),
    purpose: 'priceSheet',
    customerId: null,
    attachedTo: null,
  })
  return { ...(await linkTo(ctx, file.id, browserKey)), projects: priced.length }
}

interface Checked {
  rows: number
  changes: PriceChange[]
  faults: RowFault[]
  /** New amounts by item, by project. */
  amounts: Map<PricedRow, Map<string, GroupFen>>
}

export async function checkPrices(ctx: Pick<Ctx, 'db'>, text: string): Promise<OutputOf<typeof projectPriceCheck>> {
  const { amounts: _, ...answer } = await checkedSheet(ctx, text)
  return answer
}

/** Publishes the new prices of all projects in the sheet, or of none. The former versions stay in the history of each project. */
export function importPrices(ctx: Ctx<Staff>, text: string): Promise<OutputOf<typeof projectPriceImport>> {
  return inTx(ctx, async (inner) => {
    const { faults, changes, amounts } = await checkedSheet(inner, text)
    if (faults[0]) throw refuse(priceSheetErrors.faultyRows, `第 ${faults[0].row} 行：${faults[0].reason}`)
    if (changes.length === 0) throw refuse(priceSheetErrors.nothingChanged)
    const changed = [...amounts].filter(([{ slug }]) => changes.some((change) => change.slug === slug))
    // In the order of their numbers, so that two imports cannot wait for each other.
    for (const [project, fen] of changed.toSorted(([left], [right]) => left.rid - right.rid)) {
      const of = { kind: 'project', id: project.rid } as const
      const { version: baseVersion, data } = await topRevision(inner, of)
      const edit = { ...data, rule: withAmounts(project.rule, fen) }
      const { version } = await saveDraft(inner, { ...of, baseVersion, data: edit, note: '导入价格表' })
      await publishDraft(inner, { ...of, version })
    }
    return { projects: changed.length, changes: changes.length, former: formerSheet(changed) }
  })
}

/** The rows of these projects whose amounts were changed, as they were. */
function formerSheet(changed: readonly [PricedRow, Map<string, GroupFen>][]): string {
  const rows = changed.flatMap(([project, fen]) =>
    itemsOf(project.rule)
      .filter(({ item, fen: before }) =>
        priceGroups.some((group) => (fen.get(item) ?? before)[group] !== before[group]),
      )
      .map((item) => cellsOf(project, item)),
  )
  return csvOf([[...priceColumns], ...rows]).toString()
}

async function checkedSheet(ctx: Pick<Ctx, 'db'>, text: string): Promise<Checked> {
  const [head = [], ...rows] = readCells(text)
  const at = (name: (typeof priceColumns)[number]) => head.indexOf(name)
  const columns = { slug: at('网址标识'), item: at('收费编号') }
  const money = [at('高校院所（元）'), at('个人（元）'), at('企业（元）')]
  if ([...Object.values(columns), ...money].includes(-1)) throw refuse(priceSheetErrors.columnsMissing)
  const slugs = [...new Set(rows.map((cells) => cells[columns.slug] ?? ''))]
  const projects = new Map((await pricesBySlug(ctx, slugs)).map((project) => [project.slug, project]))
  const checked: Checked = { rows: rows.length, changes: [], faults: [], amounts: new Map() }
  for (const [index, cells] of rows.entries()) {
    const row = index + 2
    const reason = takeRow(checked, row, {
      project: projects.get(cells[columns.slug] ?? ''),
      item: cells[columns.item] ?? '',
      money: money.map((column) => cells[column] ?? ''),
    })
    if (reason) checked.faults.push({ row, text: cells.join(' ').slice(0, 120), reason })
  }
  for (const [project, fen] of checked.amounts) {
    const fault = priceFault(project.form, withAmounts(project.rule, fen))
    const row = checked.changes.find(({ slug }) => slug === project.slug)?.row ?? 2
    if (fault) checked.faults.push({ row, text: project.name, reason: fault })
  }
  return checked
}

/** Adds a row to the changes; answers why it cannot be taken. */
function takeRow(
  { changes, amounts }: Checked,
  row: number,
  { project, item, money }: { project: PricedRow | undefined; item: string; money: string[] },
): string | undefined {
  if (!project) return '没有这个网址标识的项目'
  if (!project.onSale) return '项目不在售，请在编辑页修改价格'
  if (project.isEdited) return '项目有未发布的修改，请先发布或放弃'
  const found = itemsOf(project.rule).find((each) => each.item === item)
  if (!found) return '项目里没有这项收费；增减收费请在编辑页进行'
  const after = amountsIn(money)
  if (typeof after === 'string') return after
  const own = amounts.get(project) ?? new Map<string, GroupFen>()
  if (own.has(item)) return '同一项收费出现了两次'
  amounts.set(project, own.set(item, after))
  const { label, unit, fen: before } = found
  if (priceGroups.some((group) => before[group] !== after[group]))
    changes.push({ row, slug: project.slug, name: project.name, label, unit, before, after })
  return undefined
}
