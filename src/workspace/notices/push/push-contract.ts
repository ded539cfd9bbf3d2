import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, idField, nothing, requiredText, timeText } from '../../../platform/contract/fields.ts'

export const pushState = defineCall({
  name: 'push/state',
  area: 'auth',
  reads: true,
  summary: '我开启了手机推送的浏览器',
  input: nothing,
  output: z.object({
    /** Empty: this installation sends no pushes. */
    publicKey: z.string(),
    most: z.number().int(),
    browsers: z.array(
      z.object({
        id: z.number().int(),
        device: z.string(),
        current: z.boolean(),
        createdAt: timeText,
        lastSentAt: timeText.nullable(),
        failing: z.boolean(),
      }),
    ),
  }),
})
export type PushBrowser = z.output<(typeof pushState)['output']>['browsers'][number]

export const pushAdd = defineCall({
  name: 'push/add',
  area: 'auth',
  repeat: 'sets-state',
  summary: '在当前浏览器开启手机推送',
  input: z.strictObject({
    endpoint: requiredText('推送地址', 1000),
    p256dh: requiredText('推送密钥', 200),
    auth: requiredText('推送密钥', 100),
  }),
  output: z.object({
    id: z.number().int(),
    /** The browser that was forgotten because there were too many; empty: none. */
    replaced: z.string(),
  }),
})

export const pushRemove = defineCall({
  name: 'push/remove',
  area: 'auth',
  repeat: 'single-use',
  summary: '关闭一个浏览器的手机推送',
  input: z.strictObject({ id: idField }),
  output: done,
})

/** Without an id, so that a browser can send it while the person signs out. */
export const pushOff = defineCall({
  name: 'push/off',
  area: 'auth',
  repeat: 'sets-state',
  summary: '关闭当前浏览器的手机推送',
  input: nothing,
  output: done,
})

export const pushTry = defineCall({
  name: 'push/try',
  area: 'auth',
  repeat: 'bounded',
  summary: '向当前浏览器发送一条测试推送',
  input: nothing,
  output: done,
})
