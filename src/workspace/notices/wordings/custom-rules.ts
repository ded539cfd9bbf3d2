import type { Channel, NoticeTemplate, NoticeText, SmsFact } from '../notice-rules.ts'
import { type SmsVariables, smsVariables } from './sms-variables-rules.ts'
import type { Payload } from './wording-rules.ts'

// Notices in the laboratory's own words: staff replace the title and text of a notice, and leave out channels.

/** A wording of staff. Names of variables stand in braces, such as {单号}. */
export interface Wording {
  title: string
  text: string
  channels: readonly Channel[]
}

/** What a variable is replaced by; `text` is the built-in text, which always says everything that is known. */
const variableNames: Record<'title' | 'text' | SmsFact, string> = {
  title: '默认标题',
  text: '默认正文',
  orderNo: '单号',
  amount: '金额',
  deadline: '截止时间',
}

export const wordingLimits = { title: 30, text: 500 } as const

/** The names of the variables of a notice, as staff write them. */
export function variablesOf(template: Pick<NoticeTemplate, 'sms'>): string[] {
  const facts = Object.entries(template.sms ?? {}).flatMap(([fact, key]) =>
    key ? [variableNames[fact as SmsFact]] : [],
  )
  return [variableNames.title, variableNames.text, ...facts]
}

const braces = /\{([^{}]*)\}/g

/** Why a text cannot be used; undefined when it can. */
export function wordingFault(text: string, allowed: readonly string[]): string | undefined {
  const unknown = [...text.matchAll(braces)].map(([, name]) => name ?? '').find((name) => !allowed.includes(name))
  if (unknown !== undefined) return `没有变量「${unknown}」，可用：${allowed.join('、')}`
  return /[{}]/.test(text.replace(braces, '')) ? '花括号没有成对' : undefined
}

/** The notice in the words of staff; the link stays. */
export function worded(wording: Wording, written: NoticeText, variables: SmsVariables): NoticeText {
  const values: Record<string, string> = {
    [variableNames.title]: written.title,
    [variableNames.text]: written.text,
    ...Object.fromEntries(
      (['orderNo', 'amount', 'deadline'] as const).map((fact) => [variableNames[fact], variables[fact] ?? '']),
    ),
  }
  const fill = (text: string) => text.replace(braces, (_, name: string) => values[name] ?? '')
  return { title: fill(wording.title), text: fill(wording.text), link: written.link }
}

/** The template with the words and channels of staff. A notice that must be sent keeps all of its channels. */
export function inWordsOf(wording: Wording | undefined, template: NoticeTemplate): NoticeTemplate {
  if (!wording) return template
  return {
    ...template,
    channels: template.always
      ? template.channels
      : template.channels.filter((channel) => channel === 'inbox' || wording.channels.includes(channel)),
    write: (payload: Payload) => {
      const written = template.write(payload)
      return worded(wording, written, smsVariables(template, written.title, payload))
    },
  }
}

/** Facts of an invented event, to show what a notice looks like. */
const known: Payload = {
  customerId: 1,
  orderNo: 'MX26112300001',
  settlementNo: 'JS26112300001',
  contractNo: 'HT26112300001',
  applicationNo: 'KP26112300001',
  serviceType: 1,
  until: '2026-11-30 18:00',
  received: 2,
  total: 3,
  sendTo: '收样组，高新区科研路 88 号',
  when: '2026-11-25 09:00',
  // What a group is asked about.
  what: 'order',
  reason: undefined,
  refusedAs: undefined,
}

/** Every notice reads other facts, so a fact that is not known is invented from its name. */
const example = new Proxy(known, {
  get: (facts, key) => {
    const name = String(key)
    if (name in facts) return facts[name]
    if (name.endsWith('Fen')) return 36_000
    return /count|points|days|number|pieces/i.test(name) ? 2 : '示例'
  },
})

/** The built-in notice for an invented event; the title alone when its text needs facts that the example has not. */
export function exampleOf(template: NoticeTemplate): { written: NoticeText; variables: SmsVariables } {
  try {
    const written = template.write(example)
    return { written, variables: smsVariables(template, written.title, example) }
  } catch {
    const written = { title: template.label, text: template.label, link: '' }
    return { written, variables: smsVariables(template, template.label, example) }
  }
}

/** When a text message that may wait is sent: at once, or when the quiet hours are over. Both ends are Shanghai times `HH:mm`; equal ends: no quiet hours. */
export function afterQuietHours(now: Date, { from, to }: { from: string; to: string }): Date {
  const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  const [start, end] = [minuteOf(from), minuteOf(to)]
  // China has one time zone without summer time.
  const at = Math.floor(now.getTime() / 60_000 + 8 * 60) % 1440
  const quiet = start <= end ? at >= start && at < end : at >= start || at < end
  if (!quiet) return now
  const minutes = (end - at + 1440) % 1440
  return new Date(Math.floor(now.getTime() / 60_000 + minutes) * 60_000)
}
