import { limitKinds } from '../../core/staff/roles/role-rules.ts'
import { roles } from '../../core/staff/rules.ts'
import { groupRoles } from '../../people/groups/rules.ts'
import { formatFen } from '../../platform/money.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { contentFieldWords } from './content-field-rules.ts'
import { fieldWords } from './field-rules.ts'
import type { Change } from './rules.ts'
import { kindWords, valueWords } from './value-rules.ts'

type Words = Readonly<Record<string, string>>

/** What a row is about decides what its coded values mean. */
export interface About {
  /** The kind of record, such as `sample`; of a call the part of its name before the slash. */
  entity: string
  stages: Words
  /** The labels of the actions of its lifecycle. */
  actions: Words
  /** The labels of lists by their names. */
  lists: Words
}

const allWords: Words = { ...contentFieldWords, ...fieldWords }
const wordOf = (words: Words, key: string) => (Object.hasOwn(words, key) ? words[key] : undefined)

/** Whether a row of the audit log can name this field in Chinese. */
export function hasWord(field: string): boolean {
  return Object.hasOwn(allWords, field)
}

const MOST_CHANGES = 60

/** What differs between two values, by path: `stage`, `limits.perDay`. Without a value before, everything that the row has. */
export function changesOf(before: unknown, after: unknown, about: About): Change[] {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  return paths
    .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(now.get(path)))
    .slice(0, MOST_CHANGES)
    .map((path) => ({
      field: fieldText(path, about),
      before: valueText(path, old.get(path), about),
      after: valueText(path, now.get(path), about),
    }))
}

/** Values by path. Lists of plain values are one value. */
function leavesOf(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  // An empty field of a form says nothing.
  if (value === null || value === undefined || value === '') return found
  const plain = typeof value !== 'object' || (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
  if (plain) return found.set(path === '' ? 'text' : path, value)
  for (const [key, inner] of Object.entries(value as object))
    leavesOf(inner, path === '' ? key : `${path}.${key}`, found)
  return found
}

function fieldText(path: string, { entity }: About): string {
  const own = entity === 'role' ? limitKinds : {}
  return path
    .split('.')
    .map((part) =>
      /^\d+$/.test(part) ? `第${Number(part) + 1}项` : (wordOf(own, part) ?? wordOf(allWords, part) ?? part),
    )
    .join(' · ')
}

function valueText(path: string, value: unknown, about: About): string {
  const parts = path.split('.')
  const key = parts.findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map((each) => valueText(path, each, about)).join('、')
  if (typeof value === 'number') {
    const isFen = parts.some((part) => part.endsWith('Fen')) || (about.entity === 'role' && key in limitKinds)
    return isFen ? formatFen(value) : (wordOf(valueWords[key] ?? {}, String(value)) ?? String(value))
  }
  const text = String(value)
  const word = codedText(key, text, about)
  if (word !== undefined) return word
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return shanghaiTime(new Date(text))
  return masked(text)
}

/** The word for a value that the program knows by a code; undefined for what somebody typed. */
function codedText(key: string, text: string, { entity, stages, actions, lists }: About): string | undefined {
  if (key === 'stage') return wordOf(stages, text)
  if (key === 'role') return wordOf(entity === 'groupMember' ? groupRoles : roles, text)
  if (key === 'action') return wordOf(actions, text)
  if (key === 'list' || key === 'index') return wordOf(lists, text)
  if (key === 'kind') return wordOf(kindWords[entity] ?? {}, text)
  return wordOf(valueWords[key] ?? {}, text)
}

/** Contact data in the input of a call help nobody who reads the log. */
function masked(text: string): string {
  return text
    .replace(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2')
    .replace(/([\w.+-])[\w.+-]*@(?=[\w-]+\.[\w.-]+)/g, '$1***@')
}
