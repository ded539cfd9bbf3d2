import { staffIdOf } from '../src/ground/staff/actions.ts'
import { readSetting, writeSettings } from '../src/ground/settings/actions.ts'
import { setEarned } from '../src/money/points/actions.ts'
import { addGoods } from '../src/money/points/goods-actions.ts'
import type { GoodsForm } from '../src/money/points/staff-contract.ts'
import { customerIdOf } from '../src/people/customers/actions.ts'
import { type Ctx, inTx, type Staff } from '../src/platform/http/ctx.ts'
import { shanghaiDate } from '../src/platform/time.ts'

const TEACHER = '13800000001'
const STUDENT = '13800000002'

const rule = {
  perHundredYuan: 100,
  evaluationPoints: 50,
  claimPoints: 500,
  validMonths: 24,
  transferMost: 500,
  transferMostPerMonth: 1000,
  reminderDays: 30,
}

const plain = { kind: 'goods', img: '', perPerson: 2, onSale: true, campaignId: null } as const
const goods: GoodsForm[] = [
  { ...plain, name: '碳导电胶带', about: '8 mm × 20 m，SEM 制样用。', points: 300, stock: 40 },
  { ...plain, name: '样品盒（10 格）', about: '带编号，薄膜与片状样品用。', points: 200, stock: 60 },
  { ...plain, name: '防静电镊子', about: '尖头，不锈钢。', points: 450, stock: 25 },
]

/** A rule, goods, and welcome points of two customers, all by the product's own actions. */
export async function seedPoints(ctx: Ctx): Promise<void> {
  if ((await readSetting(ctx, 'pointRules')).length > 0) return
  const id = await staffIdOf(ctx, 'editor@demo')
  if (id === undefined) return
  const editor: Ctx<Staff> = { ...ctx, actor: { kind: 'staff', id, role: 'editor', name: 'editor@demo', sessionId: 0 } }
  await inTx(editor, async (inner) => {
    await writeSettings(inner, { pointRules: [{ from: shanghaiDate(ctx.clock.now()), ...rule }] })
    for (const form of goods) await addGoods(inner, form)
    for (const [phone, points] of [
      [TEACHER, 860],
      [STUDENT, 320],
    ] as const) {
      const customerId = await customerIdOf(inner, phone)
      if (customerId !== undefined)
        await setEarned(inner, { customerId, kind: 'gift', businessId: 'welcome', points, memo: '开户赠送' })
    }
  })
}
