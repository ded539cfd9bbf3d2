import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { formatFen } from '../../platform/money.ts'
import type { Channels } from '../../platform/pay/channel.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { payErrors } from './errors.ts'
import type { ComparedRefund, PayableKey, PayChannelKey } from './rules.ts'

export interface Payable {
  amountFen: number
  /** What is paid, in words that the payer reads in the channel's app. */
  about: string
}

export interface AskedPayable {
  no: string
  /** Only for a top-up, whose amount is the customer's choice. */
  amountFen?: number | undefined
}

/**
 * Something that can be paid. Slices contribute their kinds, `app/` collects them. Money from a channel is credited to the payer's balance and
 * `pay` takes it from there in the same transaction; without `pay` it stays in the balance by intention.
 */
export interface PayableKind {
  key: PayableKey
  /**
   * What the payer owes now. Refuses notFound for what is not the payer's, notPayable for what cannot be paid. With `lock` the payable stays
   * locked until the transaction ends; it is locked before the balance, as everywhere.
   */
  find: (ctx: Ctx, payerId: number, asked: AskedPayable, lock?: 'lock') => Promise<Payable>
  /** Pays the whole amount from the payer's balance. Joins the caller's transaction; the actor is the payer, or the system for a channel. */
  pay?: (ctx: Ctx, payerId: number, no: string) => Promise<{ amountFen: number }>
}

/** Refunds are made in a higher slice, which contributes what the comparison with bills needs of them. */
export interface ChannelRefunds {
  /** The refunds with these numbers, whatever their stage. */
  byNos: (ctx: Ctx, nos: string[]) => Promise<ComparedRefund[]>
  doneBetween: (ctx: Ctx, channel: PayChannelKey, from: Date, to: Date) => Promise<ComparedRefund[]>
  /** Asks the channel about one, and applies the answer. */
  ask: (ctx: Ctx, paying: Paying, refundNo: string) => Promise<void>
}

/** What `app/` hands to this slice: the kinds of payables, refunds through channels, and the channels of the installation. */
export interface Paying {
  kinds: readonly PayableKind[]
  refunds: ChannelRefunds
  channels: (ctx: Pick<Ctx, 'config' | 'clock'>) => Channels
}

export function kindOf({ kinds }: Pick<Paying, 'kinds'>, key: string): PayableKind {
  const kind = kinds.find((each) => each.key === key)
  if (!kind) throw new Error(`no slice contributes payables of kind ${key}`)
  return kind
}

const outOfBounds = (text: string) => refuse(payErrors.amountOutOfBounds, text, { fields: { amountFen: text } })

/** A top-up of the balance: the only payable whose amount the customer chooses, within the bounds of the settings. */
export const topUpKind: PayableKind = {
  key: 'prestore',
  find: async (ctx, _payerId, { amountFen }) => {
    const { leastFen, mostFen } = await readSetting(ctx, 'topUp')
    if (amountFen === undefined || amountFen < leastFen || amountFen > mostFen)
      throw outOfBounds(`充值金额应在 ${formatFen(leastFen)} 至 ${formatFen(mostFen)} 之间`)
    return { amountFen, about: '预存充值' }
  },
}
