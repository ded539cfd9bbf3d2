import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, listOf, pageFields, requiredText, timeText } from '../../platform/contract/fields.ts'
import { subjectField } from './contract.ts'
import { CALL_TEXT_LENGTH, callDirections, callResults } from './rules.ts'
import { momentField } from './todo-contract.ts'

const callRecord = z.object({
  id: z.number().int(),
  orderNo: z.string().nullable(),
  staffName: z.string(),
  direction: keyOf(callDirections),
  result: keyOf(callResults),
  text: z.string(),
  calledAt: timeText,
})
export type CallRecordView = z.output<typeof callRecord>

export const callList = defineCall({
  name: 'callLog/list',
  area: 'staff',
  action: 'call.read',
  reads: true,
  summary: '与客户的通话记录，新的在前；客户的包括其订单的通话',
  input: z.strictObject({ subject: subjectField, ...pageFields }),
  output: listOf(callRecord),
})

export const callAdd = defineCall({
  name: 'callLog/add',
  area: 'staff',
  action: 'call.log',
  idempotent: true,
  summary: '登记通话；写下一步时间时同时新建待办，接通时兑现订单的致电承诺',
  input: z.strictObject({
    subject: subjectField,
    direction: keyOf(callDirections, '请选择拨出或来电'),
    result: keyOf(callResults, '请选择通话结果'),
    text: requiredText('通话内容', CALL_TEXT_LENGTH),
    calledAt: momentField('通话时间'),
    /** When to go on; makes a todo of the caller. */
    nextAt: momentField('下次联系时间').optional(),
  }),
  output: z.object({
    id: z.number().int(),
    /** The call that was promised for the order is noted with it. */
    keptPromise: z.boolean(),
  }),
})
