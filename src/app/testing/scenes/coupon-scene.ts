import type { CampaignForm } from '../../../money/coupons/campaigns/campaign-rules.ts'
import { discount4user } from '../../../money/coupons/contract.ts'
import { staffCampaignAdd, staffCouponIssue } from '../../../money/coupons/staff-contract.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

/** ¥20 off from ¥50 for 30 days, unless changed. */
export function campaignForm(change: Partial<CampaignForm> = {}): CampaignForm {
  const form: CampaignForm = {
    name: '开学季满减',
    kind: 'amount',
    valueFen: 2_000,
    percentOff: 0,
    capFen: 0,
    thresholdFen: 5_000,
    groups: [],
    projectIds: [],
    categoryIds: [],
    firstOrder: false,
    stackable: false,
    validFrom: '',
    validUntil: '',
    validDays: 30,
    issuedOn: 'none',
    issueLimit: null,
    useLimit: null,
    perPerson: 10,
    note: '',
  }
  return { ...form, ...change }
}

/** Campaigns and coupons through the real calls. */
export async function couponScene(app: TestApp) {
  const [editor, finance, manager] = [await app.staff('editor'), await app.staff('finance'), await app.staff('manager')]

  async function campaign(change: Partial<CampaignForm> = {}): Promise<number> {
    return (await app.call(staffCampaignAdd, campaignForm(change), { as: editor })).id
  }

  async function give(campaignId: number, { phone }: TestPerson): Promise<number> {
    const input = { campaignId, receiver: phone, reason: '补偿上次延期' }
    return (await app.call(staffCouponIssue, input, { as: manager })).couponId
  }

  /** A coupon of a new campaign in the customer's hands. */
  async function coupon(person: TestPerson, change: Partial<CampaignForm> = {}): Promise<number> {
    return give(await campaign(change), person)
  }

  async function stateOf(person: TestPerson, couponId: number) {
    for (const tab of ['usable', 'used', 'expired'] as const) {
      const found = (await app.call(discount4user, { tab, size: 100 }, { as: person })).list.find(
        ({ id }) => id === couponId,
      )
      if (found) return found
    }
    throw new Error('the customer has no such coupon')
  }

  return { editor, finance, manager, campaign, give, coupon, stateOf }
}
