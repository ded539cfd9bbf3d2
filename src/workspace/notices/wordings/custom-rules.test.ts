import { describe, expect, it } from 'vitest'
import { afterQuietHours, exampleOf, inWordsOf, variablesOf, wordingFault } from './custom-rules.ts'
import { templates } from '../templates/template-rules.ts'

const quoted = templates['order.quote'] as NonNullable<(typeof templates)[string]>
const payload = { customerId: 1, orderNo: 'MX26030200001', quoteFen: 120_000, until: '2026-03-17 18:00' }

describe('a notice in the words of staff', () => {
  it('is filled with the facts of its event and keeps its link', () => {
    const wording = { title: '报价来了', text: '订单 {单号} 报价 {金额}，{截止时间} 前有效。{默认正文}', channels: [] }
    const { title, text, link } = inWordsOf(wording, quoted).write(payload)
    expect(title).toBe('报价来了')
    expect(text).toMatch(/^订单 MX26030200001 报价 ¥1,200.00，2026-03-17 18:00 前有效。您的订单MX26030200001已报价/)
    expect(link).toBe(quoted.write(payload).link)
  })

  it('leaves out channels, but never the messages of the site, and none of a notice that must be sent', () => {
    const wording = { title: 'a', text: 'b', channels: ['mail'] as const }
    expect(inWordsOf(wording, quoted).channels).toEqual(['inbox', 'mail'])
    const security = templates['account.passwordChanged'] as typeof quoted
    expect(inWordsOf({ ...wording, channels: [] }, security).channels).toEqual(['inbox', 'sms', 'mail'])
  })

  it('names only variables that its event has', () => {
    const allowed = variablesOf(quoted)
    expect(allowed).toEqual(['默认标题', '默认正文', '单号', '金额', '截止时间'])
    expect(wordingFault('{单号} 与 {金额}', allowed)).toBeUndefined()
    expect(wordingFault('{手机号}', allowed)).toContain('没有变量「手机号」')
    expect(wordingFault('{单号', allowed)).toBe('花括号没有成对')
    expect(variablesOf(templates['profile.completed'] as typeof quoted)).toEqual(['默认标题', '默认正文'])
  })

  it('can be shown for an invented event, whatever the notice', () => {
    for (const [event, template] of Object.entries(templates)) {
      const { written } = exampleOf(template)
      expect([event, written.title !== '', /undefined|NaN|\[object/.test(written.text)]).toEqual([event, true, false])
    }
  })
})

describe('quiet hours', () => {
  const at = (time: string) => new Date(`2026-03-02T${time}:00+08:00`)
  it('hold a text message until the morning, across midnight', () => {
    const hours = { from: '22:00', to: '08:00' }
    expect(afterQuietHours(at('21:59'), hours)).toEqual(at('21:59'))
    expect(afterQuietHours(at('22:00'), hours)).toEqual(new Date('2026-03-03T08:00:00+08:00'))
    expect(afterQuietHours(at('07:59'), hours)).toEqual(at('08:00'))
    expect(afterQuietHours(at('08:00'), hours)).toEqual(at('08:00'))
  })
  it('of equal ends are none, and those within a day hold until their end', () => {
    expect(afterQuietHours(at('03:00'), { from: '00:00', to: '00:00' })).toEqual(at('03:00'))
    expect(afterQuietHours(at('13:00'), { from: '12:00', to: '14:00' })).toEqual(at('14:00'))
  })
})
