import { staffCloseDay, staffDay, staffOpenDays } from '../../../src/money/books/contract.ts'
import { staffPaymentList } from '../../../src/money/payments/list-contract.ts'
import { staffBills, staffCheckBill, staffPaymentAsk } from '../../../src/money/payments/staff-contract.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Finance closes days, and asks the channels instead of waiting for them. */
export const dayClosing: StepKind[] = [
  { name: 'finance closes days', weight: 1, act: close },
  { name: 'finance asks the channels', weight: 1, act: ask },
]

async function close(scene: Scene): Promise<void> {
  const open = await scene.staff('finance', staffOpenDays, {})
  if (!open?.from || !open.to) return
  // Mostly all days that are over, sometimes only the first of them.
  const day = scene.random.chance(0.8) ? open.to : open.from
  await scene.staff('finance', staffCloseDay, { day })
  const read = await scene.staff('finance', staffDay, { day })
  if (read?.closedAt) scene.world.model.closedDays.set(day, read.figures.map(({ closingFen }) => closingFen).join(' '))
}

async function ask(scene: Scene): Promise<void> {
  const waiting = scene.one((await scene.staff('finance', staffPaymentList, { tab: 'open', size: 50 }))?.list)
  if (waiting) await scene.staff('finance', staffPaymentAsk, { paymentNo: waiting.paymentNo })
  const bills = await scene.staff('finance', staffBills, {})
  const channel = scene.one(bills?.channels)
  if (bills && channel) await scene.staff('finance', staffCheckBill, { channel, day: bills.lastDay })
}
