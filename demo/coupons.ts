import { customerIdOf } from '../src/people/customers/actions.ts'
import { inTx, type Ctx, type Staff } from '../src/platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../src/platform/time.ts'
import { staffIdOf } from '../src/core/staff/actions.ts'
import { addCampaign } from '../src/money/coupons/campaigns/campaign-actions.ts'
import type { CampaignForm } from '../src/money/coupons/campaigns/campaign-rules.ts'
import { hasCampaigns } from '../src/money/coupons/campaigns/campaign-store.ts'
import { addSharedCode } from '../src/money/coupons/codes/code-actions.ts'
import { issueToOne } from '../src/money/coupons/issue-actions.ts'

const plain: CampaignForm = {
  name: '',
  kind: 'amount',
  valueFen: 0,
  percentOff: 0,
  capFen: 0,
  thresholdFen: 0,
  groups: [],
  projectIds: [],
  categoryIds: [],
  firstOrder: false,
  stackable: false,
  validFrom: '',
  validUntil: '',
  validDays: 90,
  issuedOn: 'none',
  issueLimit: null,
  useLimit: null,
  perPerson: 1,
  note: '',
}

/** The campaign whose coupon is given for points. */
const POINTS_COUPON = '积分兑换券'
const TEACHER = '13800000001'
const STUDENT = '13800000002'
const ENTERPRISE = '13800000003'
const INDIVIDUAL = '13800000004'

/** Campaigns of the demo, who has a coupon of each, and the code that everybody may redeem. */
const campaigns: { form: CampaignForm; to: string[]; code?: string }[] = [
  {
    form: { ...plain, name: '新客礼', valueFen: 5_000, thresholdFen: 20_000, firstOrder: true, issuedOn: 'register' },
    to: [STUDENT, INDIVIDUAL],
  },
  {
    form: {
      ...plain,
      name: '课题组 9 折',
      kind: 'percent',
      percentOff: 10,
      capFen: 50_000,
      groups: ['institute'],
      stackable: true,
    },
    to: [TEACHER],
  },
  {
    form: { ...plain, name: '满 1000 减 100', valueFen: 10_000, thresholdFen: 100_000, perPerson: 3 },
    to: [TEACHER, ENTERPRISE],
  },
  {
    form: {
      ...plain,
      name: '公众号福利',
      valueFen: 2_000,
      thresholdFen: 10_000,
      issueLimit: 500,
      note: '关注公众号领取兑换码',
    },
    to: [],
    code: 'MINGXI20',
  },
  {
    form: { ...plain, name: '寄回包邮', kind: 'shipping', validDays: 180, note: '限送样检测，样品需勾选寄回' },
    to: [TEACHER, STUDENT],
  },
  {
    form: { ...plain, name: POINTS_COUPON, valueFen: 5_000, thresholdFen: 50_000, validDays: 60, perPerson: 5 },
    to: [],
  },
  {
    form: { ...plain, name: '首单感谢', valueFen: 3_000, thresholdFen: 10_000, issuedOn: 'first_order' },
    to: [],
  },
]

/** Answers the campaign whose coupon is given for points, when the campaigns were written now. */
export async function seedCoupons(ctx: Ctx): Promise<number | undefined> {
  if (await hasCampaigns(ctx.db)) return undefined
  const id = await staffIdOf(ctx, 'finance@demo')
  if (id === undefined) return undefined
  const finance: Ctx<Staff> = {
    ...ctx,
    actor: { kind: 'staff', id, role: 'finance', actions: null, name: 'finance@demo', sessionId: 0 },
  }
  let forPoints: number | undefined
  await inTx(finance, async (inner) => {
    for (const { form, to, code } of campaigns) {
      const { id: campaignId } = await addCampaign(inner, form)
      if (form.name === POINTS_COUPON) forPoints = campaignId
      if (code) await addSharedCode(inner, { campaignId, code, useLimit: null })
      for (const phone of to)
        if ((await customerIdOf(inner, phone)) !== undefined) await issueToOne(inner, { campaignId, receiver: phone })
    }
    const soon = shanghaiDate(addDays(ctx.clock.now(), 5))
    const { id: campaignId } = await addCampaign(inner, {
      ...plain,
      name: '本周测试周',
      kind: 'percent',
      percentOff: 15,
      capFen: 20_000,
      validDays: null,
      validUntil: soon,
    })
    if ((await customerIdOf(inner, TEACHER)) !== undefined) await issueToOne(inner, { campaignId, receiver: TEACHER })
  })
  return forPoints
}
