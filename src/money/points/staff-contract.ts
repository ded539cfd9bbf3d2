import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  MAX_INTEGER,
  nothing,
  numberFault,
  optionalText,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { pointRuleSchema } from '../../core/settings/rules.ts'
import { claimLifecycle } from './claims/claim-rules.ts'
import { pointsField } from './contract.ts'
import { exchangeLifecycle, goodsKinds } from './goods/exchange-rules.ts'

const count = (label: string, least: number) =>
  z
    .number({ error: numberFault(`请填写${label}`) })
    .int(`${label}应为整数`)
    .min(least, `${label}不能小于${least}`)
    .max(MAX_INTEGER, `${label}过大`)

export const goodsForm = z.strictObject({
  kind: keyOf(goodsKinds, '请选择类型'),
  name: requiredText('名称', 60),
  /** A picture of the library; empty: none. */
  img: z
    .string({ error: '图片不正确' })
    .regex(/^(img\/[0-9a-f]{16}-\d+x\d+\.(jpg|png))?$/, '图片不正确')
    .default(''),
  about: optionalText('说明', 500),
  points: pointsField,
  /** Null for coupons: not counted. */
  stock: count('库存', 0).nullable().default(null),
  perPerson: count('每人限兑', 1).nullable().default(null),
  onSale: z.boolean({ error: '请选择是否上架' }),
  campaignId: idField.nullable().default(null),
})
export type GoodsForm = z.output<typeof goodsForm>

export const staffGoods = goodsForm.extend({
  id: z.number().int(),
  version: z.number().int(),
  kindLabel: z.string(),
  taken: z.number().int(),
  campaignName: z.string(),
  createdAt: timeText,
})
export type StaffGoods = z.output<typeof staffGoods>

export const staffGoodsAdd = defineCall({
  name: 'points/goodsAdd',
  area: 'staff',
  action: 'points.goods',
  idempotent: true,
  summary: '新增积分商品',
  input: goodsForm,
  output: z.object({ id: z.number().int(), version: z.number().int() }),
})

export const staffGoodsEdit = defineCall({
  name: 'points/goodsEdit',
  area: 'staff',
  action: 'points.goods',
  repeat: 'stage',
  summary: '修改积分商品',
  input: goodsForm.extend({ id: idField, version: versionField() }),
  output: z.object({ version: z.number().int() }),
})

export const staffGoodsShow = defineCall({
  name: 'points/goodsShow',
  area: 'staff',
  action: 'points.goods',
  repeat: 'stage',
  summary: '上架或下架积分商品',
  input: z.strictObject({ id: idField, version: versionField(), onSale: z.boolean({ error: '请选择上架或下架' }) }),
  output: done,
})

export const staffExchange = z.object({
  id: z.number().int(),
  version: z.number().int(),
  exchangeNo: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  kind: keyOf(goodsKinds),
  name: z.string(),
  points: z.number().int(),
  stage: keyOf(exchangeLifecycle.stages),
  stageLabel: z.string(),
  /** Masked; `points/shipTo` has them in full. */
  receiver: z.string(),
  phone: z.string(),
  address: z.string(),
  courier: z.string(),
  waybill: z.string(),
  reason: z.string(),
  createdAt: timeText,
  shippedAt: timeText.nullable(),
})
export type StaffExchange = z.output<typeof staffExchange>

export const staffExchangeAddress = defineCall({
  name: 'points/shipTo',
  area: 'staff',
  action: 'pointExchange.ship',
  // Writes its own audit row, which counts towards the limit of personal data reads.
  reads: true,
  summary: '查看积分商品的完整收件信息，计入个人信息访问限额',
  input: z.strictObject({ id: idField }),
  output: z.object({ receiver: z.string(), phone: z.string(), address: z.string() }),
})

export const staffExchangeShip = defineCall({
  name: 'points/ship',
  area: 'staff',
  action: 'pointExchange.ship',
  repeat: 'stage',
  summary: '登记积分商品已发货',
  input: z.strictObject({
    id: idField,
    version: versionField(),
    courier: requiredText('快递公司', 40),
    waybill: z
      .string({ error: '请填写快递单号' })
      .trim()
      .toUpperCase()
      .refine((text) => /^[0-9A-Z-]{6,40}$/.test(text), '快递单号应为 6 至 40 位字母或数字'),
  }),
  output: done,
})

export const staffExchangeCancel = defineCall({
  name: 'points/cancelExchange',
  area: 'staff',
  action: 'pointExchange.cancelByStaff',
  repeat: 'stage',
  summary: '取消积分兑换，积分退回客户',
  input: z.strictObject({ id: idField, version: versionField(), reason: requiredText('取消原因', 200) }),
  output: done,
})

export const staffClaim = z.object({
  id: z.number().int(),
  version: z.number().int(),
  customerName: z.string(),
  customerPhone: z.string(),
  stage: keyOf(claimLifecycle.stages),
  stageLabel: z.string(),
  doi: z.string(),
  title: z.string(),
  journal: z.string(),
  project: z.string(),
  words: z.string(),
  company: z.string(),
  publishedOn: z.string(),
  link: z.string(),
  fileId: z.number().int().nullable(),
  consent: z.boolean(),
  /** What was given; what the rule of its day gives while it waits. */
  points: z.number().int(),
  acknowledgementId: z.number().int().nullable(),
  reason: z.string(),
  createdAt: timeText,
})
export type StaffClaim = z.output<typeof staffClaim>

export const staffClaimApprove = defineCall({
  name: 'points/approveClaim',
  area: 'staff',
  action: 'pointClaim.approve',
  idempotent: true,
  summary: '通过致谢积分申请：发放积分，客户同意时展示在文章致谢',
  input: z.strictObject({ id: idField, version: versionField() }),
  output: z.object({ points: z.number().int(), acknowledgementId: z.number().int().nullable() }),
})

export const staffClaimReject = defineCall({
  name: 'points/rejectClaim',
  area: 'staff',
  action: 'pointClaim.reject',
  repeat: 'stage',
  summary: '驳回致谢积分申请',
  input: z.strictObject({ id: idField, version: versionField(), reason: requiredText('驳回原因', 200) }),
  output: done,
})

export const staffClaimRevoke = defineCall({
  name: 'points/revokeClaim',
  area: 'staff',
  action: 'pointClaim.revoke',
  repeat: 'stage',
  summary: '收回已发放的致谢积分，并下线展示的致谢；已用掉的从之后的积分中扣除',
  input: z.strictObject({ id: idField, version: versionField(), reason: requiredText('收回原因', 200) }),
  /** What was taken back. */
  output: z.object({ points: z.number().int() }),
})

const ruleItem = pointRuleSchema.extend({
  lines: z.array(z.string()),
  state: z.enum(['past', 'now', 'next']),
})
export type RuleItem = z.output<typeof ruleItem>

export const staffPointRules = defineCall({
  name: 'points/rules',
  area: 'staff',
  action: 'points.read',
  reads: true,
  summary: '积分规则及其生效日期',
  input: nothing,
  output: z.object({ list: z.array(ruleItem), today: z.string() }),
})

export const staffPointRuleSave = defineCall({
  name: 'points/saveRule',
  area: 'staff',
  action: 'points.rules',
  repeat: 'sets-state',
  summary: '新增或修改尚未生效的积分规则',
  input: pointRuleSchema,
  output: done,
})

export const staffPointRuleDrop = defineCall({
  name: 'points/dropRule',
  area: 'staff',
  action: 'points.rules',
  repeat: 'sets-state',
  summary: '删除尚未生效的积分规则',
  input: z.strictObject({ from: pointRuleSchema.shape.from }),
  output: done,
})
