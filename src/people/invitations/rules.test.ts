import { describe, expect, it } from 'vitest'
import { posterAlternative, wrapped } from './poster-rules.ts'
import { codeFrom, headlineOf, inviteRuleTexts, maskName, maskNo } from './rules.ts'

describe('an invitation', () => {
  it('has a code of eight letters and digits that are not mistaken for each other', () => {
    expect(codeFrom(Uint8Array.from({ length: 16 }, (_, i) => i * 17))).toMatch(/^[A-HJ-KMNP-Z2-9]{8}$/)
  })

  it('shows friends and orders masked', () => {
    expect([maskName('王建国'), maskName(' '), maskName('𠮷田')]).toEqual(['王**', '未填写姓名', '𠮷**'])
    expect([maskNo('MX26030200001'), maskNo('MX1')]).toEqual(['MX26****0001', '****'])
  })

  it('explains its rule in words', () => {
    const rule = { from: '2026-01-01', inviterPoints: 200, friendPoints: 0, leastFen: 10_000, windowDays: 7 }
    expect(inviteRuleTexts(rule)[0]).toBe('好友通过您的链接注册，首个订单付清且实付满 ¥100.00后，您获得 200 积分。')
    expect(headlineOf({ ...rule, friendPoints: 100 })).toBe('注册并完成首单，得 100 积分')
    expect(headlineOf(undefined)).not.toContain('积分')
  })

  it('has a poster whose lines fit and whose alternative says what it shows', () => {
    const lines = wrapped('通过您的链接注册', 3, (text) => text.length)
    expect(lines).toEqual(['通过您', '的链接', '注册'])
    expect(wrapped('', 3, (text) => text.length)).toEqual([])
    const text = { siteName: '明析科测', name: '王建国', headline: '得积分', rules: [], link: 'https://x/invited/A' }
    expect(posterAlternative(text)).toContain('https://x/invited/A')
  })
})
