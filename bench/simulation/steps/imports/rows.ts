import { sampleReturns } from '../../../../src/lab/intake/return-contract.ts'
import { staffSampleList } from '../../../../src/lab/samples/list-contract.ts'
import { demoPhones } from '../../../../src/people/customers/rules.ts'
import { regionCodes } from '../../models/imports/addresses.ts'
import type { Run, TableName } from '../../models/imports/runs.ts'
import type { Cells } from '../../models/imports/tables.ts'
import type { Scene } from '../../scene.ts'

/** The rows of a table as a person at another laboratory's system would have them: mostly right, some of them with every kind of fault. */
export async function rowsFor(scene: Scene, table: TableName): Promise<Cells[]> {
  const { random } = scene
  if (table === 'customers' && random.chance(0.04)) return manyCustomers(random.whole(505, 520))
  const rows: Cells[] = []
  const make = {
    customers: customerRow,
    addresses: addressRow,
    incomingWaybills: waybillRow,
    returnWaybills: returnRow,
  }
  for (let n = random.whole(1, 7); n > 0; n--) {
    const row = await make[table](scene)
    if (!row) continue
    if (random.chance(0.08)) rows.push({ ...row })
    rows.push(random.chance(0.15) ? spoilt(scene, row) : row)
  }
  return rows
}

/** So many that a part of them is written in a transaction of its own. */
const manyCustomers = (count: number): Cells[] =>
  Array.from({ length: count }, (_, n) => ({ phone: `1371${String(n).padStart(7, '0')}`, name: `众${n}` }))

/** Few phones, so that later tables name the accounts of earlier ones. */
function importedPhone({ random, world }: Scene): string {
  const visitors = [...world.model.imports.visitors.keys()]
  return visitors.length > 0 && random.chance(0.3) ? random.pick(visitors) : `137000000${random.whole(10, 30)}`
}

function customerRow(scene: Scene): Cells {
  const { random, world } = scene
  const { accounts, managers } = world.model.imports
  const phone = random.chance(0.15) ? random.pick(demoPhones) : importedPhone(scene)
  const known = accounts.get(phone)
  const some = (value: string) => (random.chance(0.4) ? value : '')
  return {
    phone: random.chance(0.15) ? `+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}` : phone,
    name: known?.name || `客户${phone.slice(-2)}`,
    userType: known?.userType || some(random.pick(['学生', '老师', '个人', '企业'])),
    company: random.chance(0.2) ? '另一所大学' : known?.company || some('示例大学'),
    email: random.chance(0.1)
      ? 'other@example.com'
      : random.chance(0.2)
        ? ''
        : known?.email || some(`c${phone.slice(-2)}@example.com`),
    teacher: known?.teacher || some('导师甲'),
    advisor: random.chance(0.35) ? random.pick(managers) : '',
  }
}

function addressRow(scene: Scene): Cells {
  const { random, world } = scene
  const { accounts } = world.model.imports
  const account = random.chance(0.9) ? random.pick([...accounts.keys()]) : importedPhone(scene)
  const region = random.pick(Object.keys(regionCodes))
  const detail = `科教路 ${random.whole(1, 3)} 号`
  return {
    account,
    name: '收件人',
    phone: random.pick(['13900000000', '0510-85912345', '139 0000 0000']),
    region,
    address: random.chance(0.2) ? `${region}${detail}` : detail,
    isDefault: random.pick(['', '', '否', '是']),
  }
}

const courier = ({ random }: Scene) => (random.chance(0.9) ? '顺丰速运' : '中通快递')
const newWaybill = ({ random }: Scene) => `SF2${String(random.whole(1, 60)).padStart(12, '0')}`
const typed = ({ random }: Scene, waybill: string) =>
  random.pick([waybill, waybill, waybill.toLowerCase(), ` ${waybill.slice(0, 5)} ${waybill.slice(5)}`])

/** Mostly a sample on its way or a whole order, sometimes one that has arrived or is of another order. */
async function waybillRow(scene: Scene): Promise<Cells | undefined> {
  const { random } = scene
  const tab = random.chance(0.9) ? 'coming' : 'all'
  const list = (await scene.staff('logistics', staffSampleList, { tab, size: 50 }))?.list ?? []
  const found = scene.one(list)
  if (!found) return undefined
  const other = scene.one(list)
  const sampleNo = random.weighted({ all: 3, one: 4, other: 1 })
  return {
    orderNo: random.chance(0.1) ? found.orderNo.toLowerCase() : found.orderNo,
    sampleNo: { all: '', one: found.sampleNo, other: other?.sampleNo ?? '' }[sampleNo],
    courier: courier(scene),
    waybill: typed(scene, newWaybill(scene)),
  }
}

async function returnRow(scene: Scene): Promise<Cells | undefined> {
  const { random } = scene
  const { parcels = [] } = (await scene.staff('logistics', sampleReturns, { page: 1, size: 50 })) ?? {}
  const { list = [] } = (await scene.staff('logistics', staffSampleList, { tab: 'tested', size: 50 })) ?? {}
  const tested = list.map(({ sampleNo, orderNo }) => ({ sampleNo, orderNo }))
  const waiting = parcels.flatMap(({ samples }) => samples.map(({ sampleNo, orderNo }) => ({ sampleNo, orderNo })))
  const found = scene.one(waiting.length > 0 && random.chance(0.7) ? waiting : [...waiting, ...tested])
  if (!found) return undefined
  const sampleNo = random.chance(0.6) ? found.sampleNo : ''
  return { orderNo: found.orderNo, sampleNo, courier: courier(scene), waybill: typed(scene, newWaybill(scene)) }
}

/** The same rows with other waybills or advisors. */
export function corrected(scene: Scene, { table, rows }: Run): Cells[] {
  const { managers } = scene.world.model.imports
  return rows.map(({ cells }) => {
    if (table === 'customers') return { ...cells, advisor: scene.random.pick(managers) }
    return cells.waybill === undefined ? cells : { ...cells, waybill: newWaybill(scene) }
  })
}

/** A cell that is missing, wrong or of no use. */
function spoilt({ random }: Scene, row: Cells): Cells {
  const key = random.pick(Object.keys(row))
  const wrong: Record<string, string[]> = {
    phone: ['1370000', '一三八', ''],
    account: ['1370000', '13799999999', ''],
    name: ['', '长'.repeat(31), '=A1'],
    userType: ['博士'],
    email: ['没有邮箱', 'a@b'],
    advisor: ['无名氏'],
    region: ['火星', '江苏省'],
    address: ['', '长'.repeat(101)],
    isDefault: ['也许'],
    orderNo: ['', 'MX0000000000000'],
    sampleNo: ['S-无'],
    courier: ['', '长'.repeat(31)],
    waybill: ['', '没有单号', 'ABC'],
  }
  return { ...row, [key]: random.pick(wrong[key] ?? ['']) }
}
