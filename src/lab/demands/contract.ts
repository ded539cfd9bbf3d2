import { serviceTypes } from '../samples/service-rules.ts'
import { MOST_DAYS } from '../../core/settings/opening-hours/days-rules.ts'
import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  fenField,
  idField,
  listOf,
  numberFault,
  pageFields,
  positiveFenField,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { demandLimits, visitorReply } from './rules.ts'

const stage = z.enum(['open', 'answered', 'accepted', 'withdrawn', 'closed'])
const serviceType = z.literal(serviceTypes, { error: '请选择服务类型' })

export const demandFiles = z
  .array(idField, { error: '附件格式不正确' })
  .max(demandLimits.files, `附件最多${demandLimits.files}个`)
  .default([])

const answer = z.object({
  title: z.string(),
  text: z.string(),
  lines: z.array(z.object({ label: z.string(), amountFen: z.number().int() })),
  totalFen: z.number().int(),
  serviceType: z.literal(serviceTypes),
  sampleCount: z.number().int(),
  /** 7–10, without a unit; what staff once wrote in other words stays as it is. */
  days: z.string(),
  /** Null only where `days` names no span of working days. */
  daysFrom: z.number().int().nullable(),
  daysTo: z.number().int().nullable(),
  answeredAt: timeText,
  /** The last day on which the offer can be accepted. */
  validUntil: z.string(),
  expired: z.boolean(),
})

const item = z.object({
  id: z.number().int(),
  receiptNo: z.string(),
  title: z.string(),
  body: z.string(),
  serviceType: z.literal(serviceTypes).nullable(),
  serviceTypeName: z.string(),
  budgetFen: z.number().int().nullable(),
  deadline: z.string().nullable(),
  files: z.array(z.object({ id: z.number().int(), name: z.string(), size: z.number().int() })),
  stage,
  stageName: z.string(),
  version: z.number().int(),
  createdAt: timeText,
  answer: answer.nullable(),
  closeReason: z.string(),
  orderNo: z.string().nullable(),
})

export const demandItem = item.extend({
  /** Whether the accepted offer is in the plan now. */
  inPlan: z.boolean(),
  mayAccept: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type DemandItem = z.output<typeof demandItem>

export const demandAdd = defineCall({
  name: 'demand/add',
  area: 'auth',
  summary: '提交实验需求',
  idempotent: true,
  input: z.strictObject({
    title: requiredText('需求名称', demandLimits.title),
    body: requiredText('需求说明', demandLimits.body),
    serviceType: serviceType.nullable().default(null),
    budgetFen: positiveFenField.nullable().default(null),
    deadline: dateField.nullable().default(null),
    fileIds: demandFiles,
  }),
  output: z.object({ id: z.number().int(), receiptNo: z.string() }),
})

export const demandList = defineCall({
  name: 'demand/list',
  area: 'auth',
  reads: true,
  summary: '我的实验需求',
  input: z.strictObject(pageFields),
  output: listOf(demandItem),
})

const target = { id: idField, version: versionField() }

export const demandCancel = defineCall({
  name: 'demand/cancel',
  area: 'auth',
  repeat: 'stage',
  summary: '撤回实验需求',
  input: z.strictObject(target),
  output: z.object({ stage }),
})

/** Also adds an accepted offer to the plan again after its line was deleted. */
export const demandAccept = defineCall({
  name: 'demand/accept',
  area: 'auth',
  summary: '接受报价，加入实验方案',
  idempotent: true,
  input: z.strictObject(target),
  output: z.object({ stage, planCount: z.number().int() }),
})

export const staffDemand = item.extend({
  kind: z.enum(['visitor', 'customer']),
  kindName: z.string(),
  customerId: z.number().int().nullable(),
  contactName: z.string(),
  contactPhone: z.string(),
  company: z.string(),
  answeredByName: z.string(),
  dueAt: timeText.nullable(),
  overdue: z.boolean(),
})
export type StaffDemand = z.output<typeof staffDemand>

export const staffDemandDetail = defineCall({
  name: 'demand/detail',
  area: 'staff',
  action: 'demand.read',
  reads: true,
  summary: '需求详情',
  input: z.strictObject({ id: idField }),
  output: staffDemand.extend({
    /** Why the phone is masked; otherwise empty. */
    personalNotice: z.string(),
    mayAnswer: z.boolean(),
    mayClose: z.boolean(),
    history: z.array(z.object({ what: z.string(), who: z.string(), at: timeText, reason: z.string() })),
  }),
})

const workingDaysField = (label: string) =>
  z
    .number({ error: numberFault(`请填写${label}（工作日）`) })
    .int(`${label}应为整数`)
    .min(1, `${label}至少 1 个工作日`)
    .max(MOST_DAYS, `${label}最多 ${MOST_DAYS} 个工作日`)

export const staffDemandAnswer = defineCall({
  name: 'demand/answer',
  area: 'staff',
  action: 'demand.answer',
  summary: '答复需求并报价',
  idempotent: true,
  input: z
    .strictObject({
      ...target,
      title: requiredText('项目名称', demandLimits.title),
      text: requiredText('方案说明', demandLimits.body),
      lines: z
        .array(z.strictObject({ label: requiredText('收费项目', 60), amountFen: fenField }), {
          error: '请填写报价明细',
        })
        .min(1, '请填写报价明细')
        .max(demandLimits.answerLines, `报价明细最多${demandLimits.answerLines}行`),
      serviceType,
      sampleCount: z
        .number({ error: numberFault('请填写样品数量') })
        .int('样品数量应为整数')
        .min(1, '样品数量至少为 1')
        .max(99, '样品数量最多 99'),
      daysFrom: workingDaysField('最短周期'),
      daysTo: workingDaysField('最长周期'),
      validUntil: dateField,
    })
    .refine(({ daysFrom, daysTo }) => daysFrom <= daysTo, { error: '最长周期不能短于最短周期', path: ['daysTo'] }),
  output: z.object({ stage, version: z.number().int() }),
})

export const staffDemandClose = defineCall({
  name: 'demand/close',
  area: 'staff',
  repeat: 'stage',
  action: 'demand.close',
  summary: '关闭客户的实验需求',
  input: z.strictObject({ ...target, reason: requiredText('关闭原因', 500) }),
  output: z.object({ stage }),
})

export const staffDemandSettle = defineCall({
  name: 'demand/settle',
  area: 'staff',
  repeat: 'stage',
  action: 'demand.settle',
  summary: '登记访客需求的处理结果',
  input: z.strictObject({ ...target, reason: requiredText('处理结果', 500) }),
  output: z.object({ stage }),
})

export const staffDemandReply = defineCall({
  name: 'demand/reply',
  area: 'staff',
  action: 'demand.settle',
  summary: '用短信答复访客需求',
  idempotent: true,
  input: z.strictObject({ ...target, text: requiredText('答复', visitorReply.maxLength) }),
  output: z.object({ stage }),
})
