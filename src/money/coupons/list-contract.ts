import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { issuedOnLabels } from './campaigns/campaign-rules.ts'
import { couponKinds } from './discount-rules.ts'
import { type CampaignItem, campaignItem } from './staff-contract.ts'
import { conditionText, scopeText, valueText } from './wording-rules.ts'

export const campaignIndex = defineIndex<CampaignItem>()({
  name: 'campaigns',
  label: '优惠券活动',
  action: 'coupon.read',
  key: (row) => row.name,
  search: '活动名称、备注',
  sort: '-created',
  countsTabs: true,
  fields: {
    name: { label: '活动', kind: 'text', value: (row) => row.name },
    // The terms tell the kind.
    kind: { label: '类型', kind: 'choice', options: couponKinds, value: (row) => row.kind, aside: true },
    terms: { label: '优惠', kind: 'text', noFilter: true, value: (row) => `${valueText(row)}，${conditionText(row)}` },
    scope: { label: '范围', kind: 'text', noFilter: true, value: (row) => scopeText(row) },
    until: { label: '截止日期', kind: 'time', value: (row) => row.validUntil || null, sorts: true },
    on: { label: '自动发放', kind: 'choice', options: issuedOnLabels, value: (row) => row.issuedOn, aside: true },
    issued: { label: '已发放', kind: 'count', value: (row) => row.issued, sorts: true },
    uses: { label: '占用和已用', kind: 'count', value: (row) => row.uses, sorts: true },
    discount: { label: '已优惠', kind: 'fen', noFilter: true, value: (row) => row.usedFen },
    created: { label: '建立时间', kind: 'time', value: (row) => row.createdAt, sorts: true, aside: true },
    stopped: { label: '停止时间', kind: 'time', value: (row) => row.stoppedAt, sorts: true, aside: true },
    running: {
      label: '状态',
      kind: 'choice',
      options: { yes: '进行中', no: '已结束' },
      value: (row) => (row.running ? 'yes' : 'no'),
      aside: true,
    },
  },
  tabs: {
    running: { label: '进行中', filters: { running: ['yes'] } },
    ended: { label: '已结束', filters: { running: ['no'] } },
    all: { label: '全部' },
  },
})

export const staffCampaigns = defineCall({
  name: 'coupon/campaigns',
  area: 'staff',
  action: 'coupon.read',
  reads: true,
  summary: '优惠券活动列表',
  input: indexInput(campaignIndex),
  output: pageOf(campaignIndex, campaignItem),
})
