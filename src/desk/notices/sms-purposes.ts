import { codeMessages, phoneMessages } from '../../people/customers/rules.ts'
import { visitorReply } from '../../lab/demands/rules.ts'
import { templateFor } from '../../platform/sms/template-code.ts'
import { closedMessage } from '../privacy/rules.ts'
import { smsFacts } from './notice-rules.ts'
import { templates } from './template-rules.ts'

export interface SmsPurpose {
  /** The name it is configured by. */
  name: string
  what: string
  /** What the provider's template of this very name may contain; one that purposes share, the first alone. */
  variables: readonly string[]
}

/** Every text message the house sends: codes, what is said to a phone that does not fit, and notices. */
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

/** What is wrong with the configured template codes, in words for whoever starts the house. */
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
