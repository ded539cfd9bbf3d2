import { type Config, configError } from '../config.ts'
import { smsFacts } from '../workspace/notices/notice-rules.ts'
import { templates } from '../workspace/notices/templates/template-rules.ts'
import { closedMessage } from '../workspace/privacy/rules.ts'
import { visitorReply } from '../lab/demands/rules.ts'
import { codeMessages, phoneMessages } from '../people/customers/rules.ts'
import { templateFor } from '../platform/sms/template-code.ts'

export interface SmsPurpose {
  /** Its name in the configuration. */
  name: string
  what: string
  /** Variables of a template configured for this purpose; a shared template gets only the first one. */
  variables: readonly string[]
}

/** Every kind of SMS: codes, hints about a phone number, notices. Each slice declares its own; this list collects them. */
export const smsPurposes: readonly SmsPurpose[] = [
  ...Object.values(codeMessages).map(({ template, use }) => purpose(template, `验证码：${use}`, ['code'])),
  ...Object.values(phoneMessages).map(({ template, use }) => purpose(template, `提示：${use}`, [])),
  ...Object.entries(templates)
    .filter(([, { channels }]) => channels.includes('sms'))
    .map(([name, { label, sms = {} }]) =>
      purpose(name, `通知：${label}`, ['title', ...smsFacts.filter((fact) => sms[fact] !== undefined)]),
    ),
  purpose(closedMessage.template, `通知：${closedMessage.title}`, ['title']),
  purpose(visitorReply.template, '答复：访客的需求', ['title']),
]

/** Stops the start when an SMS purpose has no template; otherwise only the person who waits for a code would notice. */
export function requireSmsTemplates({ ALIYUN_SMS_TEMPLATES: codes }: Pick<Config, 'ALIYUN_SMS_TEMPLATES'>): void {
  const faults = codes ? smsTemplateFaults(codes) : []
  if (faults.length > 0) throw configError(faults.map((fault) => `ALIYUN_SMS_TEMPLATES: ${fault}`))
}

/** Faults of the configured template codes, in Chinese for the operator. */
export function smsTemplateFaults(codes: Readonly<Record<string, string>>): string[] {
  const missing = smsPurposes.filter(({ name }) => templateFor(codes, name) === undefined)
  const unknown = Object.keys(codes).filter(
    (key) => key !== 'notice' && !smsPurposes.some(({ name }) => name === key || name.startsWith(`${key}.`)),
  )
  return [
    ...missing.map(({ name, what }) => `没有为「${what}」配置短信模板，请填写 ${name} 或 ${commonName(name)}`),
    ...unknown.map((key) => `没有名为 ${key} 的短信用途，请对照 docs/OPERATIONS.md`),
  ]
}

function purpose(name: string, what: string, variables: readonly string[]): SmsPurpose {
  return { name, what, variables }
}

function commonName(name: string): string {
  const first = name.slice(0, name.indexOf('.'))
  return first === 'code' || first === 'phone' ? first : 'notice'
}
