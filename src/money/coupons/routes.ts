import { issuedCoupons } from './issued-actions.ts'
import { staffIssuedCoupons } from './issued-contract.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import { staffCampaigns } from './list-contract.ts'
import { handle } from '../../platform/http/handler.ts'
import {
  addCampaign,
  campaignDetail,
  campaigns,
  couponsIssued,
  editCampaign,
  segmentIssues,
  stopCampaign,
} from './campaigns/campaign-actions.ts'
import { addCodeBatch, addSharedCode, codesOf, exchangeCode, exportBatch } from './codes/code-actions.ts'
import { discount4user, discountExchange } from './contract.ts'
import { issueToOne, sizeOfIssue, startSegment, withdrawCoupon } from './issue-actions.ts'
import { ownCoupons } from './own-actions.ts'
import {
  staffCampaign,
  staffCampaignAdd,
  staffCampaignEdit,
  staffCampaignStop,
  staffCodeAdd,
  staffCodeBatch,
  staffCodes,
  staffCodesExport,
  staffCouponIssue,
  staffCouponIssues,
  staffCouponIssueSegment,
  staffCoupons,
  staffCouponSegmentSize,
  staffCouponWithdraw,
} from './staff-contract.ts'

export const routes = [
  handle(discount4user, (ctx, input) => ownCoupons(ctx, input)),
  // discount4user/choices is handled by ordering, which knows the plan.
  handle(discountExchange, (ctx, { code }) => exchangeCode(ctx, code)),
  handle(staffCampaigns, (ctx, input) => listPage(ctx, campaigns, input)),
  handle(staffCampaign, (ctx, { id }) => campaignDetail(ctx, id)),
  handle(staffCampaignAdd, (ctx, input) => addCampaign(ctx, input)),
  handle(staffCampaignEdit, (ctx, input) => editCampaign(ctx, input)),
  handle(staffCampaignStop, async (ctx, input) => {
    await stopCampaign(ctx, input)
    return {}
  }),
  handle(staffCouponIssue, (ctx, input) => issueToOne(ctx, input)),
  handle(staffCouponSegmentSize, (ctx, input) => sizeOfIssue(ctx, input)),
  handle(staffCouponIssueSegment, (ctx, input) => startSegment(ctx, input)),
  handle(staffCouponIssues, (ctx, input) => segmentIssues(ctx, input)),
  handle(staffCoupons, (ctx, input) => couponsIssued(ctx, input)),
  handle(staffIssuedCoupons, (ctx, input) => listPage(ctx, issuedCoupons, input)),
  handle(staffCouponWithdraw, async (ctx, input) => {
    await withdrawCoupon(ctx, input)
    return {}
  }),
  handle(staffCodeAdd, (ctx, input) => addSharedCode(ctx, input)),
  handle(staffCodeBatch, (ctx, input) => addCodeBatch(ctx, input)),
  handle(staffCodes, (ctx, input) => codesOf(ctx, input)),
  handle(staffCodesExport, (ctx, input) => exportBatch(ctx, input)),
]
