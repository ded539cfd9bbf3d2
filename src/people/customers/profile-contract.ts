import { z } from 'zod'
import {
  type SignInMethod,
  signInMethods,
  type SignInOutcome,
  signInOutcomes,
} from '../../platform/contract/sign-in-words.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, keyOf, nothing, timeText } from '../../platform/contract/fields.ts'
import { codeField, consentVersionField, existingPassword, newPassword } from './credential-contract.ts'
import { profileFaults } from './profile-rules.ts'
import { type ContactKind, contactNames } from './rules.ts'
import { contactFault, plainContact } from './contact-rules.ts'

const noticeChoices = z.strictObject({
  sms: z.boolean({ error: '通知设置格式不正确' }),
  mail: z.boolean({ error: '通知设置格式不正确' }),
})

/** A missing field equals an empty one: the rules name the first missing field. */
function field(label: string) {
  return z
    .string({ error: `「${label}」格式不正确` })
    .trim()
    .max(300, `「${label}」过长`)
    .default('')
}

const userType = z
  .union([z.number(), z.string(), z.null()], { error: '「用户类型」不正确' })
  .optional()
  .transform((value) => (value === '' || value === null || value === undefined ? null : Number(value)))

export const userUpdateProfile = defineCall({
  name: 'user/update4profile',
  area: 'auth',
  repeat: 'sets-state',
  summary: '提交个人资料（资料认证）',
  input: z
    .strictObject({
      name: field('姓名'),
      email: field('邮箱'),
      organization: userType,
      company: field('公司/单位'),
      teacher: field('导师/负责人'),
      teacher_phone: field('导师电话'),
      teacher_mail: field('导师邮箱'),
      // Clients that follow the specification send the names too; the server stores the names that belong to the code.
      province: field('省'),
      city: field('市'),
      area: field('区县'),
      address_code: field('所在地区'),
      address: field('详细地址'),
    })
    .superRefine((values, issues) => {
      for (const fault of profileFaults(values)) {
        issues.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
      }
    }),
  output: done,
})

export const userUpdateInfo = defineCall({
  name: 'user/updateInfo',
  area: 'auth',
  repeat: 'sets-state',
  summary: '修改昵称、头像与通知设置',
  input: z.strictObject({
    nickname: z.string({ error: '昵称格式不正确' }).trim().max(20, '昵称不能超过20个字').optional(),
    avatar: z
      .string({ error: '头像格式不正确' })
      .max(200, '头像格式不正确')
      .regex(/^[\w./-]*$/, '头像格式不正确')
      .optional(),
    noticeChoices: noticeChoices.optional(),
  }),
  output: done,
})

export const userPassword = defineCall({
  name: 'user/password',
  area: 'auth',
  repeat: 'sets-state',
  summary: '修改登录密码',
  input: z.strictObject({
    oldPassword: z.string({ error: '[原密码]不能为空' }).min(1, '[原密码]不能为空').max(200, '[原密码]过长'),
    password: newPassword,
  }),
  output: done,
})

const contactShape = {
  kind: keyOf(contactNames, '联系方式类型不正确'),
  contact: z.string({ error: '[联系方式]不能为空' }).max(200, '[联系方式]过长'),
}

/** Normalises the contact and reports what is wrong with it. */
function readContact<T extends { kind: ContactKind; contact: string }>(values: T, issues: z.core.$RefinementCtx): T {
  const fault = contactFault(values.kind, values.contact)
  if (fault) issues.addIssue({ code: 'custom', path: ['contact'], message: fault })
  return { ...values, contact: plainContact(values.kind, values.contact) }
}

export const userCode4Contact = defineCall({
  name: 'user/code4contact',
  area: 'auth',
  repeat: 'bounded',
  summary: '向新手机号或新邮箱发送验证码',
  input: z.strictObject(contactShape).transform(readContact),
  output: done,
})

export const userUpdateContact = defineCall({
  name: 'user/update4contact',
  area: 'auth',
  repeat: 'single-use',
  summary: '更换手机号或邮箱',
  input: z
    .strictObject({
      ...contactShape,
      code: codeField,
      password: existingPassword,
    })
    .transform(readContact),
  output: done,
})

export const userConsent = defineCall({
  name: 'user/consent',
  area: 'auth',
  repeat: 'sets-state',
  summary: '同意用户协议与隐私政策的当前版本',
  input: z.strictObject({ version: consentVersionField }),
  output: done,
})

export const userStepUpWays = defineCall({
  name: 'user/stepUpWays',
  area: 'auth',
  reads: true,
  summary: '长时间未登录后可用的身份验证方式',
  input: nothing,
  output: z.object({ needed: z.boolean(), phone: z.string(), password: z.boolean(), email: z.string() }),
})

export const userCode4StepUp = defineCall({
  name: 'user/code4stepUp',
  area: 'auth',
  repeat: 'bounded',
  summary: '向本人手机或邮箱发送验证码，用于验证身份',
  input: z.strictObject({ to: keyOf(contactNames, '联系方式类型不正确') }),
  output: done,
})

export const userStepUp = defineCall({
  name: 'user/stepUp',
  area: 'auth',
  repeat: 'single-use',
  summary: '验证身份：短信验证码，加登录密码或邮箱验证码',
  input: z.strictObject({
    code: codeField,
    password: existingPassword.optional(),
    mailCode: codeField.optional(),
  }),
  output: done,
})

export const userSessions = defineCall({
  name: 'user/sessions',
  area: 'auth',
  reads: true,
  summary: '我的登录设备',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        current: z.boolean(),
        createdAt: timeText,
        lastSeenAt: timeText,
        ip: z.string(),
        userAgent: z.string(),
      }),
    ),
  }),
})

export const userSignIns = defineCall({
  name: 'user/signIns',
  area: 'auth',
  reads: true,
  summary: '我最近的登录记录，包括失败的尝试',
  input: nothing,
  output: z.object({
    /** The latest twenty. */
    list: z.array(
      z.object({
        id: z.number().int(),
        at: timeText,
        method: z.enum(Object.keys(signInMethods) as [SignInMethod, ...SignInMethod[]]),
        outcome: z.enum(Object.keys(signInOutcomes) as [SignInOutcome, ...SignInOutcome[]]),
        ip: z.string(),
        userAgent: z.string(),
      }),
    ),
  }),
})

export const userRevoke = defineCall({
  name: 'user/revoke',
  area: 'auth',
  repeat: 'sets-state',
  summary: '让自己的一台登录设备退出登录',
  input: z.strictObject({ id: idField }),
  output: done,
})
