import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../core/settings/rules.ts'
import { codeNeedsProof, codeWaitSeconds, waitText } from './codes/code-rules.ts'
import { passwordFault } from '../customers/password-rules.ts'
import { type ProfileValues, profileFaults } from '../customers/profile-rules.ts'
import { codeSignInFault, passwordSignInFault, registerFault } from './sign-in-rules.ts'

const at = (secondsAgo: number) => new Date(1_700_000_000_000 - secondsAgo * 1000)
const now = at(0)
const none = { toPhone: [], fromIp: [], numbersFromIp: 0, inAll: 0 }
const limits = defaultSettings.smsLimits

describe('the forms of the login dialog', () => {
  it('[L-02] names the empty account first, then the empty password', () => {
    expect(passwordSignInFault({ account: ' ', password: '' })?.message).toBe('[用户名/手机号]不能为空')
    expect(passwordSignInFault({ account: 'a', password: '' })?.message).toBe('[密码]不能为空')
    expect(passwordSignInFault({ account: 'a', password: 'b' })).toBeUndefined()
  })

  it('[L-03] names the empty phone first, then the empty code', () => {
    expect(codeSignInFault({ phone: '', code: '' })?.message).toBe('[手机号]不能为空')
    expect(codeSignInFault({ phone: '13800138000', code: '' })?.message).toBe('[验证码]不能为空')
  })

  it('[L-04] shows the first error of registration in the order phone, code, password, confirmation, mismatch', () => {
    const values = { phone: '', code: '', password: '', confirm: '' }
    expect(registerFault(values)).toEqual({ field: 'phone', message: '[手机号]不能为空' })
    expect(registerFault({ ...values, phone: '138' })?.message).toBe('[验证码]不能为空')
    expect(registerFault({ ...values, phone: '138', code: '1' })?.message).toBe('[密码]不能为空')
    expect(registerFault({ ...values, phone: '138', code: '1', password: 'x' })?.message).toBe('[确认密码]不能为空')
    const full = { phone: '13800138000', code: '123456', password: 'long-enough-1', confirm: 'other' }
    expect(registerFault(full)?.message).toBe('[密码]不一致')
    expect(registerFault({ ...full, confirm: full.password })).toBeUndefined()
  })

  it('refuses a short password, a common one and one that contains the phone', () => {
    expect(passwordFault('1234567')).toBe('[密码]至少8位')
    expect(passwordFault('PassWord123')).toBe('[密码]过于常见，请更换')
    expect(passwordFault('Mingxi-demo-2026')).toBe('[密码]过于常见，请更换')
    expect(passwordFault('x13800138000', '13800138000')).toBe('[密码]不能包含手机号')
    expect(passwordFault('四个词的密码也可以')).toBeUndefined()
  })
})

describe('the caps on codes', () => {
  it('[T-6] one number gets one code a minute, five an hour, ten a day', () => {
    expect(codeWaitSeconds(none, now, limits)).toBe(0)
    expect(codeWaitSeconds({ ...none, toPhone: [at(18)] }, now, limits)).toBe(42)
    expect(codeWaitSeconds({ ...none, toPhone: [60, 120, 180, 240, 3000].map(at) }, now, limits)).toBe(600)
    expect(
      codeWaitSeconds({ ...none, toPhone: Array.from({ length: 10 }, (_, i) => at(4000 + i * 2000)) }, now, limits),
    ).toBe(86_400 - 22_000)
  })

  it('[T-6] one IP address gets ten codes in ten minutes, and there is a total per day', () => {
    expect(codeWaitSeconds({ ...none, fromIp: Array.from({ length: 10 }, () => at(100)) }, now, limits)).toBe(500)
    const today = Array.from({ length: 50 }, (_, i) => at(1000 + i * 1000))
    expect(codeWaitSeconds({ ...none, fromIp: today.slice(1) }, now, limits)).toBe(0)
    expect(codeWaitSeconds({ ...none, fromIp: today }, now, limits)).toBe(86_400 - 50_000)
    expect(codeWaitSeconds({ ...none, inAll: 5000 }, now, limits)).toBeGreaterThan(0)
    expect([waitText(42), waitText(600), waitText(64_400)]).toEqual(['42秒', '10分钟', '18小时'])
  })

  it('[T-6] the budget can be changed; half of a limit or many numbers require a proof of work', () => {
    expect(codeWaitSeconds({ ...none, inAll: 100 }, now, { ...limits, perDayInAll: 100 })).toBeGreaterThan(0)
    expect(codeNeedsProof(none, now, limits)).toBe(false)
    expect(codeNeedsProof({ ...none, inAll: 2499 }, now, limits)).toBe(false)
    expect(codeNeedsProof({ ...none, inAll: 2500 }, now, limits)).toBe(true)
    expect(codeNeedsProof({ ...none, numbersFromIp: 4 }, now, limits)).toBe(false)
    expect(codeNeedsProof({ ...none, numbersFromIp: 5 }, now, limits)).toBe(true)
    expect(codeNeedsProof({ ...none, fromIp: [1, 2, 3, 4, 5].map(at) }, now, limits)).toBe(true)
    expect(codeNeedsProof({ ...none, fromIp: [1, 2, 3, 4, 700].map(at) }, now, limits)).toBe(false)
    expect(codeNeedsProof({ ...none, fromIp: Array.from({ length: 25 }, (_, i) => at(700 + i)) }, now, limits)).toBe(
      true,
    )
  })
})

describe('the profile', () => {
  const empty: ProfileValues = {
    name: '',
    email: '',
    organization: null,
    company: '',
    teacher: '',
    teacher_phone: '',
    teacher_mail: '',
    address_code: '',
    address: '',
  }

  it('[P-01] names what is missing in the order of the dialog, and the teacher only for students', () => {
    expect(profileFaults(empty).map((fault) => fault.message)).toEqual([
      '「姓名」不能为空',
      '「邮箱」不能为空',
      '「用户类型」不能为空',
      '「公司/单位」不能为空',
      '「所在地区」不能为空',
      '「详细地址」不能为空',
    ])
    expect(profileFaults({ ...empty, organization: 0 }).map((fault) => fault.message)).toContain(
      '「导师/负责人」不能为空',
    )
    for (const organization of [1, 2, 3]) {
      expect(profileFaults({ ...empty, organization }).some((fault) => fault.field === 'teacher')).toBe(false)
    }
    expect(profileFaults({ ...empty, organization: 4 }).map((fault) => fault.message)).toContain('「用户类型」不正确')
  })
})
