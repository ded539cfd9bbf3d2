import { writeSettings } from '../../../core/settings/actions.ts'
import { setEarned } from '../../../money/points/actions.ts'
import type { PointRule } from '../../../money/points/rules.ts'
import { staffGoodsAdd } from '../../../money/points/staff-contract.ts'
import { addressAdd } from '../../../people/addresses/contract.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

export const pointRule: PointRule = {
  from: '2026-01-01',
  perHundredYuan: 100,
  evaluationPoints: 50,
  claimPoints: 500,
  validMonths: 12,
  transferMost: 500,
  transferMostPerMonth: 800,
  reminderDays: 30,
}

/** An installation with a rule of points, an editor, and goods. */
export async function pointScene(app: TestApp) {
  await writeSettings(app.system, { pointRules: [pointRule] })
  const editor = await app.staff('editor')
  let businesses = 500_000
  return {
    editor,
    earn: (customerId: number, points: number) =>
      setEarned(app.system, { customerId, kind: 'gift', businessId: ++businesses, points, memo: '赠送' }),
    goods: async (stock: number, points = 100, perPerson: number | null = null) => {
      const form = { kind: 'goods' as const, name: '离心管架', about: '', points, stock, perPerson, onSale: true }
      return (await app.call(staffGoodsAdd, form, { as: editor })).id
    },
    address: async (person: TestPerson) => {
      const address = { name: '王同学', phone: '13800138000', address_code: '320211', address: '滨湖大道18号' }
      return (await app.call(addressAdd, address, { as: person })).address_rid
    },
  }
}
