import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, keyOf, nothing } from '../../platform/contract/fields.ts'
import { setupSteps } from './rules.ts'

export const setupRead = defineCall({
  name: 'setup/guide',
  area: 'staff',
  action: 'inbox.read',
  reads: true,
  summary: '开始使用：还差哪几步可以接第一笔订单',
  input: nothing,
  output: z.object({
    /** False when every step is done or somebody put the guide away. */
    shown: z.boolean(),
    steps: z.array(
      z.object({
        key: keyOf(setupSteps),
        label: z.string(),
        help: z.string(),
        to: z.string(),
        done: z.boolean(),
        /** Whether this person may do it. */
        mine: z.boolean(),
        /** The roles that may. */
        by: z.string(),
      }),
    ),
    /** The project that shows how one looks. `none`: it can be added; `stands`: it can be removed. */
    example: z.enum(['none', 'stands', 'notNeeded']),
  }),
})

export const setupHide = defineCall({
  name: 'setup/hide',
  area: 'staff',
  action: 'setup.guide',
  repeat: 'sets-state',
  summary: '收起或重新显示开始使用',
  input: z.strictObject({ hidden: z.boolean({ error: '请说明收起还是显示' }) }),
  output: done,
})

export const setupAddExample = defineCall({
  name: 'setup/addExample',
  area: 'staff',
  action: 'setup.guide',
  repeat: 'stage',
  summary: '放入一个示例项目',
  input: nothing,
  output: z.object({ rid: z.number().int() }),
})

export const setupRemoveExample = defineCall({
  name: 'setup/removeExample',
  area: 'staff',
  action: 'setup.guide',
  repeat: 'stage',
  summary: '移除示例项目',
  input: nothing,
  output: done,
})
