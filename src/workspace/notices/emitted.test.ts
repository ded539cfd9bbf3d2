import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { lifecycles } from '../../app/lifecycles.ts'
import { smsVariables, titleAlone } from './wordings/sms-variables-rules.ts'
import { templates } from './templates/template-rules.ts'
import { noticeEvents } from './notice-events.ts'
import { pageName } from './wordings/wording-rules.ts'

const root = resolve(import.meta.dirname, '../..')
const sources = globSync('**/{*-actions,actions,jobs}.ts', { cwd: root })
  .filter((path) => !path.startsWith('workspace/notices/'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

const moves = lifecycles.flatMap(({ entity, transitions }) =>
  Object.entries(transitions).map(([action, { by }]) => ({
    event: `${entity}.${action}`,
    action,
    byCustomer: (by as readonly string[]).every((party) => party === 'customer'),
  })),
)

/** Internal steps, and steps that another message reports at the same moment. */
const silent: Record<string, string> = {
  'coupon.expire': 'the page of coupons shows the last day',
  'coupon.reopen': 'the customer is told that the final amount was taken back',
  'coupon.use': 'settlement.fix announces the amount',
  'credit.propose': 'waits for the second person',
  'demand.settle': 'a visitor has no account',
  'finalAmount.confirm': 'settlement.fix announces it',
  'finalAmount.sendBack': 'waits for another proposal',
  'importRun.cancel': 'staff only',
  'importRun.checked': 'staff only',
  'importRun.commit': 'staff only',
  'importRun.fail': 'staff only',
  'importRun.finish': 'staff only',
  'importRun.finishUndo': 'staff only',
  'importRun.stop': 'staff only',
  'importRun.undo': 'staff only',
  'instrument.calibrate': 'bookings that it concerns are moved one by one',
  'instrument.restore': 'no booking changes',
  'instrument.stop': 'bookings that it concerns are moved one by one',
  'invoice.approve': 'an internal step',
  'invoice.requestRed': 'invoice.redden or invoice.declineRed announces the outcome',
  'invoice.send': 'it is the mail itself',
  'invoice.takeBack': 'an internal step',
  'order.contractSigned': 'contract.seal announces it',
  'order.handIn': 'an internal step',
  'order.returnToTesting': 'an internal step',
  'payment.close': 'nothing was paid',
  'payment.fail': 'the person who pays sees it at once',
  'payment.settle': 'payment.toppedUp, payment.kept or what was paid announces it',
  'order.startTesting': 'announced by order.receive',
  'pickup.arrive': 'order.receive announces the samples',
  'pointExchange.autoConfirm': 'pointExchange.ship told that it is on its way',
  'received.assign': 'announced by the payment',
  'received.proposeReturn': 'waits for the second person',
  'received.refuseReturn': 'the money stays where it is',
  'reservation.begin': 'order.checkIn announces it',
  'reservation.finish': 'the party was there',
  'reservation.move': 'reservation.rebook announces it',
  'sample.admit': 'order.approve or order.prepaid announces it',
  'sample.askReturn': 'sample.return announces it when it leaves',
  'sample.awaitPickup': 'the customer asked for it',
  'sample.checkIn': 'order.checkIn announces it',
  'sample.consume': 'part of the test',
  'sample.finishTesting': 'order.verify announces it',
  'sample.keep': 'sample.keepEnds tells before its end',
  'sample.park': 'order.approve or order.prepaid is still to come',
  'sample.pickupOff': 'pickup.fail or pickup.drop announces it',
  'sample.receive': 'order.receive announces it for all',
  'sample.resume': 'the customer agreed to it',
  'sample.send': 'the customer sent it',
  'sample.takeBackSend': 'a wrong waybill is corrected',
  'sample.startTesting': 'follows the order',
  'sample.withdraw': 'the end of the order announces it',
  'settlement.fallShort': 'transfer.matched announces it',
  'refund.confirm': 'refund.finish announces it',
  'refund.confirmToBalance': 'refund.toBalance announces it',
  'refund.decline': 'the money stays where it is',
  'withdrawal.approve': 'withdrawal.pay announces it',
  'withdrawal.confirmApproval': 'withdrawal.pay announces it',
  'withdrawal.propose': 'waits for the second person',
  'withdrawal.sendBack': 'waits for another approval',
  'transfer.confirmMatch': 'transfer.matched announces it',
  'transfer.match': 'transfer.matched announces it',
  'transfer.propose': 'waits for the second person',
  'transfer.returnMatch': 'waits for another match',
}

test('[S-19] an action makes every transition that has a template; app/product-tests/events.test.ts checks all other events', () => {
  const announced = moves.filter(({ event }) => templates[event])
  expect(announced.length).toBeGreaterThan(40)
  const missing = announced.filter(({ action }) => !sources.includes(`'${action}'`)).map(({ event }) => event)
  expect(missing, 'no action makes these transitions: remove their templates').toEqual([])
})

test('[S-19] every template has its event', () => {
  const events = noticeEvents.map(({ name }) => name as string)
  expect(events.sort(), 'list each event in notice-events.ts and write its template').toEqual(
    Object.keys(templates).sort(),
  )
})

test('[S-19] every transition by staff or by the clock has a template, or a reason to have none', () => {
  const silentMoves = moves
    .filter(({ event, byCustomer }) => !byCustomer && !templates[event])
    .map(({ event }) => event)
  const todo = 'write a template, or say in silent why the customer hears nothing'
  expect(silentMoves.sort(), todo).toEqual(Object.keys(silent).sort())
})

test('[F-46] every message links to a page that exists, has a name, and reads its query parameters', () => {
  const routes = ['routes', 'member-pages'].map((file) => readFileSync(join(root, `app/${file}.ts`), 'utf8')).join()
  const reads: Record<string, string> = {
    '/member/integral': 'money/points/pages/integral.tsx',
    '/member/unpaid': 'billing/settlements/pages/unpaid.tsx',
    '/experiment/contract': 'lab/contracts/pages/contract.tsx',
    '/member/sample': 'lab/samples/sample-list-screen.tsx',
    '/member/order/MX1': 'workspace/threads/order-thread.tsx',
    '/member/invoiceLs': 'billing/invoices/pages/invoice-records.tsx',
  }
  const payload = { orderNo: 'MX1', contractNo: 'HT1', settlementNo: 'JS1', no: 'JS1', settled: true }
  for (const [event, template] of Object.entries(templates)) {
    const { link } = template.write(payload)
    const [path = '', query = ''] = link.split('?')
    const last = path.split('/')[2] === 'order' ? 'order/:orderNo' : (path.split('/').at(-1) ?? '')
    expect([
      event,
      ['', '/*'].some((rest) =>
        [`route('${last}${rest}'`, `path: '${last}${rest}'`].some((way) => routes.includes(way)),
      ),
      pageName(link),
    ]).toEqual([event, true, expect.any(String)])
    const page = query === '' ? '' : readFileSync(join(root, reads[path] ?? expect.fail(link)), 'utf8')
    const unread = [...new URLSearchParams(query).keys()].filter(
      (name) => !page.includes(`.get('${name}')`) && !page.includes(`.oneOf('${name}'`),
    )
    expect([event, unread]).toEqual([event, []])
    if (/^(order|reservation|reservationOffer|report|pickup)\./.test(event))
      expect([event, path]).toEqual([event, '/member/order/MX1'])
    if (event.startsWith('contract.')) expect([event, link]).toEqual([event, '/experiment/contract?no=HT1'])
    if (event.startsWith('sample.')) expect([event, link]).toEqual([event, '/member/sample?kw=MX1'])
  }
})

test('[S-19] a text message contains number, amount and deadline, and no value is longer than the provider allows', () => {
  const payload = { orderNo: 'MX26030200001', quoteFen: 123_456, until: '2026-03-17 10:00', reason: '长'.repeat(80) }
  const quote = templates['order.quote'] ?? expect.fail()
  const variables = smsVariables(quote, quote.label, payload)
  expect(variables).toEqual({
    title: '报价已发出',
    orderNo: 'MX26030200001',
    amount: '¥1,234.56',
    deadline: '2026-03-17 10:00',
  })
  // A payload from before an upgrade may lack a value: the message then refers to the page, because the provider refuses empty values.
  expect(smsVariables(quote, quote.label, { orderNo: 'MX1' })).toMatchObject({ amount: '见详情', deadline: '见详情' })
  expect(titleAlone(variables)).toEqual({ title: '报价已发出 MX26030200001 ¥1,234.56' })
  for (const [event, template] of Object.entries(templates)) {
    const given = smsVariables(template, template.label, {
      ...payload,
      when: '2026-03-05 10:00–12:00',
      no: 'JS2603020001',
    })
    const values = [...Object.values(given), titleAlone(given).title]
    expect([event, values.filter((value) => value === '' || value.length > 35)]).toEqual([event, []])
  }
})
