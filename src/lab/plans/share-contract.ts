import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, optionalText, timeText } from '../../platform/contract/fields.ts'
import { payingGroupField, priceLine } from './contract.ts'
import { MOST_SHARES, SHARE_NOTE_LENGTH, shareToken } from './share-rules.ts'

// A plan that its owner shows to somebody else: as a link, or on paper.

const chosen = z.array(idField, { error: '请选择项目' }).min(1, '请选择项目').max(50, '一次最多选择 50 项')

const share = z.object({
  id: z.number().int(),
  token: z.string(),
  note: z.string(),
  showsPrices: z.boolean(),
  lineCount: z.number().int(),
  createdAt: timeText,
  expiresAt: timeText,
})

export const planShare = defineCall({
  name: 'tempDevice/share',
  area: 'auth',
  idempotent: true,
  summary: '生成实验方案的分享链接',
  input: z.strictObject({
    ids: chosen,
    note: optionalText('留言', SHARE_NOTE_LENGTH),
    showsPrices: z.boolean({ error: '请选择是否显示价格' }),
  }),
  output: share,
})

/** At most `MOST_SHARES`, newest first. */
export const planShares = defineCall({
  name: 'tempDevice/shares',
  area: 'auth',
  reads: true,
  summary: '我的方案分享链接',
  input: z.strictObject({}),
  output: z.object({ list: z.array(share).max(MOST_SHARES) }),
})

export const planUnshare = defineCall({
  name: 'tempDevice/unshare',
  area: 'auth',
  repeat: 'sets-state',
  summary: '停止分享，链接立即失效',
  input: z.strictObject({ id: idField }),
  output: done,
})

const tokenField = z.string({ error: '链接不正确' }).regex(shareToken, '链接不正确')

export const planShared = defineCall({
  name: 'tempDevice/shared',
  area: 'open',
  reads: true,
  summary: '打开他人分享的实验方案',
  input: z.strictObject({ token: tokenField }),
  output: z.object({
    sharedBy: z.string(),
    note: z.string(),
    expiresAt: timeText,
    lines: z.array(
      z.object({
        /** 0 for an agreed offer, which has no page. */
        rid: z.number().int(),
        name: z.string(),
        described: z.array(z.object({ key: z.string(), label: z.string(), text: z.string() })),
        count: z.number().int(),
        urgent: z.boolean(),
        days: z.string(),
        priceLines: z.array(priceLine),
        /** Null for what is to be quoted, and where the owner hides prices. */
        amountFen: z.number().int().nullable(),
      }),
    ),
    showsPrices: z.boolean(),
    /** Null when prices are hidden. */
    totalFen: z.number().int().nullable(),
  }),
})

/** Adds what can be added to the reader's own plan, at the reader's own prices. */
export const planTake = defineCall({
  name: 'tempDevice/take',
  area: 'auth',
  idempotent: true,
  summary: '把他人分享的方案加入我的实验方案',
  input: z.strictObject({ token: tokenField }),
  output: z.object({
    added: z.number().int(),
    /** Lines that were left out, with the reason. */
    left: z.array(z.object({ name: z.string(), reason: z.string() })),
    planCount: z.number().int(),
  }),
})

export const planPaper = defineCall({
  name: 'tempDevice/paper',
  area: 'auth',
  repeat: 'bounded',
  summary: '实验方案（PDF）的限时下载链接',
  input: z.strictObject({ ids: chosen, groupNo: payingGroupField, browserKey: browserKeyField }),
  output: linkOutput,
})
