import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, keyOf, nothing, requiredText, timeText, versionField } from '../../../platform/contract/fields.ts'
import { wordingLimits } from './custom-rules.ts'
import { channelNames } from '../notice-rules.ts'

const channel = keyOf(channelNames)
const eventField = requiredText('通知', 60)

const wordedNotice = z.object({
  event: z.string(),
  label: z.string(),
  /** What the notice is about, such as 订单. */
  topic: z.string(),
  /** The channels of the built-in notice. */
  channels: z.array(channel),
  /** Security notices are sent on all of their channels. */
  always: z.boolean(),
  variables: z.array(z.string()),
  /** The built-in notice for an invented event, and the values of its variables by name. */
  example: z.object({ title: z.string(), text: z.string(), values: z.record(z.string(), z.string()) }),
  /** The words of staff; null: the built-in ones. */
  wording: z
    .object({
      title: z.string(),
      text: z.string(),
      channels: z.array(channel),
      version: z.number().int(),
      editedAt: timeText,
      editorName: z.string(),
    })
    .nullable(),
})
export type WordedNotice = z.output<typeof wordedNotice>

export const staffNoticeWordings = defineCall({
  name: 'notice/wordings',
  area: 'staff',
  action: 'notice.read',
  reads: true,
  summary: '全部客户通知的文案与渠道',
  input: nothing,
  output: z.object({ list: z.array(wordedNotice) }),
})

export const staffNoticeWord = defineCall({
  name: 'notice/word',
  area: 'staff',
  action: 'notice.edit',
  repeat: 'stage',
  summary: '修改一种通知的文案与渠道',
  input: z.strictObject({
    event: eventField,
    title: requiredText('标题', wordingLimits.title),
    text: requiredText('正文', wordingLimits.text),
    channels: z.array(channel, { error: '渠道不正确' }).max(3, '渠道不正确'),
    /** The version that the editor saw; 0: the built-in words. */
    version: versionField('版本', 0),
  }),
  output: z.object({ version: z.number().int() }),
})

export const staffNoticeUnword = defineCall({
  name: 'notice/unword',
  area: 'staff',
  action: 'notice.edit',
  repeat: 'stage',
  summary: '恢复一种通知的默认文案与渠道',
  input: z.strictObject({ event: eventField, version: versionField() }),
  output: done,
})
