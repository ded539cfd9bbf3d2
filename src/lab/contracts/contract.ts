import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, listOf, pageFields, requiredText, timeText } from '../../platform/contract/fields.ts'
import { contractStages } from './rules.ts'

const contractNoField = z
  .string({ error: '缺少合同编号' })
  .trim()
  .regex(/^HT\d{11,20}$/, '合同编号格式不正确')
const orderNoField = z
  .string({ error: '缺少订单号' })
  .trim()
  .regex(/^MX\d{11,20}$/, '订单号格式不正确')
const stageField = z.union([z.enum(contractStages), z.literal('')], { error: '状态不正确' }).default('')

export const contractSummary = z.object({
  contractNo: z.string(),
  kind: z.literal('检测技术服务合同'),
  orderNo: z.string(),
  title: z.string(),
  edition: z.number().int(),
  amountFen: z.number().int(),
  stage: z.enum(contractStages),
  stageName: z.string(),
  version: z.number().int(),
  issuedAt: timeText,
  signBy: timeText,
  /** Why it was sent back; otherwise empty. */
  reason: z.string(),
  signedAt: timeText.nullable(),
  sealedAt: timeText.nullable(),
  /** The current PDF, with signatures once both parties have signed; null until it is rendered. */
  fileId: z.number().int().nullable(),
})

const history = z.array(z.object({ what: z.string(), who: z.string(), when: timeText, detail: z.string() }))

const detail = contractSummary.extend({
  company: z.string(),
  /** The masked phone number that receives the signing code. */
  phone: z.string(),
  signedHow: z.enum(['code', 'stamp']).nullable(),
  signedName: z.string(),
  stampedFileId: z.number().int().nullable(),
  sha256: z.string(),
  lines: z.array(
    z.object({
      projectName: z.string(),
      described: z.string(),
      sampleCount: z.number().int(),
      amountFen: z.number().int(),
    }),
  ),
  /** What coupons take off the sum of the lines; `amountFen` is net. */
  discountFen: z.number().int(),
  history,
})

const one = z.strictObject({ contractNo: contractNoField })
const moved = z.object({ stage: z.enum(contractStages), stageName: z.string() })

export const contractList = defineCall({
  name: 'contract/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的合同',
  input: z.strictObject({ stage: stageField, ...pageFields }),
  output: listOf(contractSummary),
})
export const contractDetail = defineCall({
  name: 'contract/detail',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '合同详情',
  input: one,
  output: detail,
})

export const contractCode = defineCall({
  name: 'contract/code',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '发送签署合同的短信验证码到本人手机',
  input: one,
  output: done,
})

export const contractSign = defineCall({
  name: 'contract/sign',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'single-use',
  summary: '凭短信验证码签署合同',
  input: z.strictObject({
    contractNo: contractNoField,
    name: requiredText('签署人姓名', 40),
    code: z
      .string({ error: '[验证码]不能为空' })
      .transform((text) => text.normalize('NFKC').trim())
      .refine((text) => text.length > 0, { error: '[验证码]不能为空', abort: true })
      .refine((text) => /^\d{6}$/.test(text), '验证码为6位数字'),
    agreed: z.literal(true, { error: '请先阅读合同并勾选同意' }),
  }),
  output: moved,
})

export const contractUpload = defineCall({
  name: 'contract/upload',
  area: 'auth',
  forGroup: 'manager',
  summary: '提交盖章扫描件（先以 file/upload 上传，用途 contract）',
  input: z.strictObject({ contractNo: contractNoField, fileId: idField }),
  output: moved,
  idempotent: true,
})

export const orderProtocol = defineCall({
  name: 'order/protocol',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '订单的合同与报告文件',
  input: z.strictObject({ orderNo: orderNoField }),
  output: z.object({
    files: z.array(
      z.object({
        kind: z.enum(['contract', 'stamped', 'report']),
        title: z.string(),
        stageName: z.string(),
        fileId: z.number().int(),
        at: timeText,
      }),
    ),
  }),
})

/** Orders with an accepted quote and without a contract. */
export const staffContractsToDraw = defineCall({
  name: 'contract/toDraw',
  area: 'staff',
  action: 'contract.issue',
  reads: true,
  summary: '待拟定合同的订单',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({
      orderNo: z.string(),
      title: z.string(),
      customerName: z.string(),
      amountFen: z.number().int().nullable(),
    }),
  ),
})
export const staffContractDetail = defineCall({
  name: 'contract/detail',
  area: 'staff',
  action: 'contract.read',
  reads: true,
  summary: '合同详情',
  input: one,
  output: detail,
})
export const staffContractIssue = defineCall({
  name: 'contract/issue',
  area: 'staff',
  action: 'contract.issue',
  summary: '拟定合同并发给客户签署',
  input: z.strictObject({
    orderNo: orderNoField,
    days: z
      .number({ error: '签署期限格式不正确' })
      .int('签署期限应为整数')
      .min(1, '签署期限至少 1 天')
      .max(90, '签署期限最多 90 天')
      .optional(),
    /** Working days until delivery; absent: as the projects publish. */
    deliveryDays: z
      .number({ error: '交付期限格式不正确' })
      .int('交付期限应为整数')
      .min(1, '交付期限至少 1 个工作日')
      .max(365, '交付期限最多 365 个工作日')
      .optional(),
  }),
  output: moved.extend({ contractNo: z.string() }),
  idempotent: true,
})
export const staffContractSeal = defineCall({
  name: 'contract/seal',
  area: 'staff',
  repeat: 'stage',
  action: 'contract.seal',
  summary: '为已签署的合同盖章，合同随即生效',
  input: one,
  output: moved,
})
export const staffContractSendBack = defineCall({
  name: 'contract/sendBack',
  area: 'staff',
  repeat: 'stage',
  action: 'contract.sendBack',
  summary: '把合同退回客户重新签署',
  input: z.strictObject({ contractNo: contractNoField, reason: requiredText('退回原因', 200) }),
  output: moved,
})
export const staffContractVoid = defineCall({
  name: 'contract/void',
  area: 'staff',
  repeat: 'stage',
  action: 'contract.void',
  summary: '作废合同',
  input: z.strictObject({ contractNo: contractNoField, reason: requiredText('作废原因', 200) }),
  output: moved,
})
