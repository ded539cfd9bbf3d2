import { staffIdOf } from '../src/core/staff/actions.ts'
import { readSetting, writeSettings } from '../src/core/settings/actions.ts'
import { setEarned } from '../src/money/points/actions.ts'
import { applyForClaim, approveClaim } from '../src/money/points/claims/claim-actions.ts'
import { addGoods } from '../src/money/points/goods/goods-actions.ts'
import type { GoodsForm } from '../src/money/points/staff-contract.ts'
import { customerIdOf } from '../src/people/customers/actions.ts'
import { type Ctx, inTx, type Staff } from '../src/platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../src/platform/time.ts'

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

/** Papers of the demo's people that thank the laboratory: one was checked, one waits. Their DOIs belong to nobody. */
const papers = {
  checked: {
    doi: '10.5555/demo.2026.0101',
    title: '氧化锌纳米粉末的煅烧温度与光催化活性（演示）',
    project: 'X 射线衍射（XRD）',
    words: '感谢明析科测完成 XRD 测试与物相分析。',
  },
  waiting: {
    doi: '10.5555/demo.2026.0102',
    title: '钙钛矿薄膜的表面元素价态（演示）',
    project: 'X 射线光电子能谱（XPS）',
    words: '感谢明析科测提供的 XPS 测试。',
  },
}

/**
 * A rule, goods (one gives a coupon of the campaign), welcome points, and the points of a paper with one that waits, all by the product's own actions.
 */
export async function seedPoints(ctx: Ctx, campaignId: number | undefined): Promise<void> {
  if ((await readSetting(ctx, 'pointRules')).length > 0) return
  const id = await staffIdOf(ctx, 'editor@demo')
  if (id === undefined) return
  const editor: Ctx<Staff> = {
    ...ctx,
    actor: { kind: 'staff', id, role: 'editor', actions: null, name: 'editor@demo', sessionId: 0 },
  }
  await inTx(editor, async (inner) => {
    await writeSettings(inner, { pointRules: [{ from: shanghaiDate(ctx.clock.now()), ...rule }] })
    for (const form of goods) await addGoods(inner, form)
    if (campaignId !== undefined)
      await addGoods(inner, {
        ...plain,
        kind: 'coupon',
        campaignId,
        name: '满 500 减 50 优惠券',
        about: '兑换后 60 天内有效。',
        points: 500,
        stock: null,
      })
    for (const [phone, points] of [
      [TEACHER, 860],
      [STUDENT, 320],
    ] as const) {
      const customerId = await customerIdOf(inner, phone)
      if (customerId !== undefined)
        await setEarned(inner, { customerId, kind: 'gift', businessId: 'welcome', points, memo: '开户赠送' })
    }
    const { id: claimId } = (await claim(inner, TEACHER, papers.checked)) ?? {}
    if (claimId !== undefined) await approveClaim(inner, { id: claimId, version: 1 })
    await claim(inner, STUDENT, papers.waiting)
  })
}

async function claim(ctx: Ctx, phone: string, paper: (typeof papers)['checked']) {
  const id = await customerIdOf(ctx, phone)
  if (id === undefined) return undefined
  return applyForClaim(
    { ...ctx, actor: { kind: 'customer', id, sessionId: 0 } },
    {
      ...paper,
      journal: '演示期刊',
      publishedOn: shanghaiDate(addDays(ctx.clock.now(), -20)),
      company: '滨湖大学材料学院（演示）',
      link: `https://doi.org/${paper.doi}`,
      fileId: null,
      // Of the demo only: nothing is added to the public table of acknowledgements.
      consent: false,
    },
  )
}
