import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { type AgreementName, agreements } from './agreement-rules.ts'

const names = Object.keys(agreements) as [AgreementName, ...AgreementName[]]

/** What is agreed to with an order or when registering. Without a version the text in force. */
export const webAgreement = defineCall({
  name: 'web/agreement',
  area: 'open',
  method: 'GET',
  summary: '协议文本与版本',
  cacheTags: ['page', 'settings'],
  replica: true,
  input: z.strictObject({
    name: z.enum(names, { error: '没有这份协议' }),
    version: z.string({ error: '协议版本不正确' }).max(60, '协议版本不正确').default(''),
  }),
  output: z.object({
    name: z.enum(names),
    version: z.string(),
    inForce: z.string(),
    texts: z.array(
      z.object({
        title: z.string(),
        /** By heading; cleaned HTML. */
        sections: z.array(z.object({ title: z.string(), html: z.string() })),
      }),
    ),
  }),
})
