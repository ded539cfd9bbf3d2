import { expect, test } from 'vitest'
import { templates } from './templates/template-rules.ts'

test('[F-46] a message about a settlement contains its number and its amount', () => {
  const payload = { settlementNo: 'JS2603020001', totalFen: 18_000 }
  for (const event of ['assign', 'pay', 'payByChannel', 'confirmTransfer', 'refuseTransfer']) {
    const text = templates[`settlement.${event}`]?.write(payload).text
    expect([event, text]).toEqual([event, expect.stringMatching(/JS2603020001.*¥?180\.00/)])
  }
  const fixed = templates['settlement.fix']?.write({ orderNo: 'MX26030200001', finalFen: 6000 }).text
  expect(fixed).toMatch(/MX26030200001.*60\.00/)
})
