import { z } from 'zod'
import { codeField } from '../../people/customers/credential-contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dayField,
  done,
  idField,
  keyOf,
  listOf,
  nothing,
  numberFault,
  optionalText,
  pageFields,
  phoneField,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { claimLifecycle, doiOf, isWebLink } from './claims/claim-rules.ts'
import { exchangeLifecycle, exchangeObstacles, goodsKinds } from './goods/exchange-rules.ts'
import { pointTransferLifecycle } from './transfers/transfer-rules.ts'

export const pointsField = z
  .number({ error: numberFault('请填写积分') })
  .int('积分应为整数')
  .min(1, '积分必须大于零')
  .max(10_000_000, '积分过大')

export const integrationInit = defineCall({
  name: 'integration/init',
  area: 'auth',
  reads: true,
  summary: '我的积分：余额、即将到期、规则',
  input: nothing,
  output: z.object({
    balance: z.number().int(),
    /** Of the balance, what expires within the days of the rule; its first last day. */
    soon: z.number().int(),
    soonUntil: z.string(),
    /** Taken back after it was spent; deducted from what comes in next. */
    owed: z.number().int(),
    rules: z.array(z.string()),
    /** The rule that comes next, if one was published. */
    next: z.object({ from: z.string(), rules: z.array(z.string()) }).nullable(),
    claimPoints: z.number().int(),
    transferMost: z.number().int(),
    /** What may still be transferred this month. */
    transferLeft: z.number().int(),
    phone: z.string(),
    /** The unit of the profile, offered for the table of acknowledgements. */
    company: z.string(),
  }),
})

export const integrationList = defineCall({
  name: 'integration/list',
  area: 'auth',
  reads: true,
  summary: '积分明细',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({ id: z.number(), at: timeText, memo: z.string(), points: z.number().int(), balance: z.number().int() }),
  ),
})

const goodsItem = z.object({
  id: z.number().int(),
  kind: keyOf(goodsKinds),
  name: z.string(),
  img: z.string(),
  about: z.string(),
  points: z.number().int(),
  /** Null: not counted. */
  stock: z.number().int().nullable(),
  perPerson: z.number().int().nullable(),
  /** Why this customer cannot take it, whatever the points. */
  obstacle: keyOf(exchangeObstacles).nullable(),
})
export type GoodsItem = z.output<typeof goodsItem>

export const integrationGoods = defineCall({
  name: 'integration/goods',
  area: 'auth',
  reads: true,
  summary: '可兑换的商品',
  input: z.strictObject(pageFields),
  output: listOf(goodsItem),
})

const exchangeItem = z.object({
  id: z.number().int(),
  exchangeNo: z.string(),
  kind: keyOf(goodsKinds),
  name: z.string(),
  points: z.number().int(),
  stage: keyOf(exchangeLifecycle.stages),
  stageLabel: z.string(),
  receiver: z.string(),
  address: z.string(),
  courier: z.string(),
  waybill: z.string(),
  reason: z.string(),
  createdAt: timeText,
  mayCancel: z.boolean(),
  mayConfirm: z.boolean(),
})
export type ExchangeItem = z.output<typeof exchangeItem>

export const integrationApplyExchange = defineCall({
  name: 'integration/applyExchange',
  area: 'auth',
  idempotent: true,
  summary: '用积分兑换商品或优惠券',
  input: z.strictObject({
    goodsId: idField,
    /** The points that the person saw. */
    points: pointsField,
    /** For goods that are sent; one of the customer's own addresses. */
    addressId: idField.nullable().default(null),
  }),
  output: z.object({ id: z.number().int(), exchangeNo: z.string(), stage: keyOf(exchangeLifecycle.stages) }),
})

export const integrationExchanges = defineCall({
  name: 'integration/exchanges',
  area: 'auth',
  reads: true,
  summary: '我的兑换记录',
  input: z.strictObject(pageFields),
  output: listOf(exchangeItem),
})

export const integrationCancelExchange = defineCall({
  name: 'integration/cancelExchange',
  area: 'auth',
  repeat: 'stage',
  summary: '取消尚未发货的兑换，积分退回',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const integrationConfirmExchange = defineCall({
  name: 'integration/confirmExchange',
  area: 'auth',
  repeat: 'stage',
  summary: '确认收到兑换的商品',
  input: z.strictObject({ id: idField }),
  output: done,
})

const claimItem = z.object({
  id: z.number().int(),
  stage: keyOf(claimLifecycle.stages),
  stageLabel: z.string(),
  doi: z.string(),
  title: z.string(),
  journal: z.string(),
  publishedOn: z.string(),
  project: z.string(),
  company: z.string(),
  words: z.string(),
  link: z.string(),
  consent: z.boolean(),
  points: z.number().int().nullable(),
  reason: z.string(),
  createdAt: timeText,
  mayWithdraw: z.boolean(),
  /** Whether the paper can be claimed again: this claim was refused or withdrawn, and none waits or has earned. */
  mayRepeat: z.boolean(),
})
export type ClaimItem = z.output<typeof claimItem>

export const integrationApply = defineCall({
  name: 'integration/apply',
  area: 'auth',
  idempotent: true,
  summary: '为致谢本实验室的论文申请积分',
  input: z.strictObject({
    doi: z
      .string({ error: '请填写 DOI' })
      .refine((text) => text.trim() !== '', '请填写 DOI')
      .refine((text) => doiOf(text) !== '', 'DOI 格式不正确，应以 10. 开头，如 10.1016/j.jpcs.2024.1')
      .transform(doiOf),
    title: requiredText('论文题目', 300),
    journal: requiredText('期刊', 200),
    publishedOn: dayField('发表日期'),
    /** The tests that the paper used, as the table of acknowledgements shows them. */
    project: requiredText('所用检测项目', 80),
    company: requiredText('作者单位', 80),
    words: requiredText('致谢原文', 600),
    link: optionalText('论文网址', 500).refine(
      (text) => text === '' || isWebLink(text),
      '论文网址应以 http:// 或 https:// 开头',
    ),
    fileId: idField.nullable().default(null),
    consent: z.boolean({ error: '请选择是否同意展示' }),
  }),
  output: z.object({ id: z.number().int() }),
})

export const integrationClaims = defineCall({
  name: 'integration/claims',
  area: 'auth',
  reads: true,
  summary: '我的致谢积分申请',
  input: z.strictObject(pageFields),
  output: listOf(claimItem),
})

export const integrationCancelApply = defineCall({
  name: 'integration/cancelApply',
  area: 'auth',
  repeat: 'stage',
  summary: '撤销待审核的致谢积分申请',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const integrationCode = defineCall({
  name: 'integration/code',
  area: 'auth',
  repeat: 'bounded',
  summary: '向本人手机发送验证码，用于转赠积分',
  input: nothing,
  output: done,
})

export const integrationTransfer = defineCall({
  name: 'integration/transfer',
  area: 'auth',
  repeat: 'single-use',
  summary: '向其他客户转赠积分，需短信验证码；对方领取后到账',
  input: z.strictObject({ phone: phoneField, points: pointsField, code: codeField }),
  output: z.object({ id: z.number().int(), toPhone: z.string(), answerBy: z.string() }),
})

const transferItem = z.object({
  id: z.number().int(),
  /** Whether the customer sent it. */
  sent: z.boolean(),
  /** The other customer: a masked number. */
  other: z.string(),
  points: z.number().int(),
  stage: keyOf(pointTransferLifecycle.stages),
  stageLabel: z.string(),
  answerBy: z.string(),
  createdAt: timeText,
})
export type PointTransferItem = z.output<typeof transferItem>

export const integrationTransfers = defineCall({
  name: 'integration/transfers',
  area: 'auth',
  reads: true,
  summary: '我转出和收到的积分转赠',
  input: z.strictObject(pageFields),
  output: listOf(transferItem),
})

export const integrationAcceptTransfer = defineCall({
  name: 'integration/acceptTransfer',
  area: 'auth',
  repeat: 'stage',
  summary: '领取其他客户转赠的积分',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const integrationCancelTransfer = defineCall({
  name: 'integration/cancelTransfer',
  area: 'auth',
  repeat: 'stage',
  summary: '撤回尚未领取的积分转赠',
  input: z.strictObject({ id: idField }),
  output: done,
})
