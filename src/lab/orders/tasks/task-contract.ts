import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, idField, keyOf, listOf, nothing, optionalText, pageFields } from '../../../platform/contract/fields.ts'
import { orderNoField } from '../contract.ts'
import { nextStep } from '../lists/list-contract.ts'
import { laneKinds, taskStages } from './task-rules.ts'

// The work of the laboratory, as its board shows it, and who does it.

const count = z.number().int()

/** `mine`, `nobody`, or the id of a member of staff; empty: everybody. */
const personField = z
  .string()
  .regex(/^(mine|nobody|\d{1,15})?$/, '负责人不正确')
  .default('')

const filters = {
  /** The full name of a project. */
  project: optionalText('项目', 200),
  person: personField,
  /** The id of an instrument, or `none`: orders whose projects no instrument serves; empty: all. */
  instrument: z
    .string()
    .regex(/^(none|\d{1,15})?$/, '仪器不正确')
    .default(''),
  /** Only what is late. */
  late: z.boolean().default(false),
}

export const staffTaskList = defineCall({
  name: 'order/tasks',
  area: 'staff',
  action: 'order.read',
  reads: true,
  summary: '检测任务：超时和加急的在前',
  input: z.strictObject({
    /** Absent: all stages of the board. */
    stage: z.enum(taskStages, { error: '阶段不正确' }).optional(),
    ...filters,
    ...pageFields,
  }),
  output: listOf(
    z.object({
      orderNo: z.string(),
      title: z.string(),
      customerName: z.string(),
      stage: z.enum(taskStages),
      stageName: z.string(),
      urgent: z.boolean(),
      sampleCount: count,
      assignedTo: count.nullable(),
      assigneeName: z.string(),
      next: nextStep,
    }),
  ),
})

/** The columns of the board with the number of all their orders. */
export const staffTaskLanes = defineCall({
  name: 'order/taskLanes',
  area: 'staff',
  action: 'order.read',
  reads: true,
  summary: '检测看板：按阶段、人员或仪器的列及其订单数',
  input: z.strictObject({ by: keyOf(laneKinds), ...filters }),
  output: z.object({
    lanes: z.array(
      z.object({
        /** A stage, or the value of `person` or `instrument` that lists its orders. */
        key: z.string(),
        label: z.string(),
        orders: count,
        late: count,
      }),
    ),
  }),
})

/** For the filters of the board, and whom work can be given to. */
export const staffTaskChoices = defineCall({
  name: 'order/taskChoices',
  area: 'staff',
  action: 'order.read',
  reads: true,
  summary: '看板的筛选：检测中的项目、人员与仪器',
  input: nothing,
  output: z.object({
    projects: z.array(z.object({ name: z.string(), orders: count })),
    people: z.array(z.object({ id: count, name: z.string() })),
    instruments: z.array(z.object({ id: count, label: z.string() })),
  }),
})

export const staffOrderAssign = defineCall({
  name: 'order/assign',
  area: 'staff',
  repeat: 'sets-state',
  action: 'order.assign',
  summary: '分派检测任务',
  input: z.strictObject({
    orderNo: orderNoField,
    /** Who shall do the work; null: nobody. */
    staffId: idField.nullable(),
    /** Who did it as far as the caller saw; absent: whoever it was. */
    formerStaffId: idField.nullable().optional(),
  }),
  output: done,
})
