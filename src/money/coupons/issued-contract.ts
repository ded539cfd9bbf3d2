import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { couponLifecycle, couponSources } from './rules.ts'
import { issuedCoupon } from './staff-contract.ts'

// The coupons of all campaigns with their holders.

const listedCoupon = issuedCoupon.extend({
  campaignId: z.number().int(),
  campaignName: z.string(),
  source: z.string(),
})
export type ListedCoupon = z.output<typeof listedCoupon>

const tab = (stage: keyof typeof couponLifecycle.stages) => ({
  label: couponLifecycle.stages[stage],
  filters: { stage: [stage] },
})

export const issuedIndex = defineIndex<ListedCoupon>()({
  name: 'issuedCoupons',
  label: '客户的优惠券',
  action: 'coupon.read',
  key: (row) => String(row.id),
  search: '客户、活动名称、用于的单号',
  sort: '-issued',
  countsTabs: true,
  fields: {
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    phone: { label: '手机号', kind: 'text', value: (row) => row.customerPhone, noFilter: true },
    campaign: { label: '活动', kind: 'text', value: (row) => row.campaignName },
    stage: { label: '状态', kind: 'choice', options: couponLifecycle.stages, value: (row) => row.stage },
    used: { label: '用于', kind: 'text', value: (row) => row.usedNo },
    discount: { label: '优惠', kind: 'fen', value: (row) => row.discountFen, sorts: true, sums: true },
    source: { label: '来源', kind: 'choice', options: couponSources, value: (row) => row.source },
    issued: { label: '发放时间', kind: 'time', value: (row) => row.issuedAt, sorts: true },
    expires: { label: '有效期至', kind: 'day', value: (row) => row.validUntil, sorts: true },
    usedAt: { label: '核销时间', kind: 'time', value: (row) => row.usedAt, sorts: true, aside: true },
  },
  tabs: {
    all: { label: '全部' },
    ...{ issued: tab('issued'), locked: tab('locked'), used: tab('used') },
    ...{ expired: tab('expired'), withdrawn: tab('withdrawn') },
  },
})

export const staffIssuedCoupons = defineCall({
  name: 'coupon/issued',
  area: 'staff',
  action: 'coupon.read',
  reads: true,
  summary: '客户的优惠券，跨活动查找',
  input: indexInput(issuedIndex),
  output: pageOf(issuedIndex, listedCoupon),
})
