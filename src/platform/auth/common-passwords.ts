import { dictionary } from '@zxcvbn-ts/language-common'

/** The most frequent passwords of published breaches, in lower case (decision 0121). */
const FREQUENT = new Set<string>(dictionary['passwords-common'])

/** Words of this product and of laboratories (docs/security/rules.md); a password that is made of them, digits and signs is easy to guess. */
export const LABORATORY_WORDS = [
  'mingxi',
  'kece',
  'jiance',
  'ceshi',
  'shiyan',
  'admin',
  'staff',
  'customer',
  'finance',
  'tester',
  'test',
  'lab',
]
const OF_WORDS = new RegExp(`^(?:${LABORATORY_WORDS.join('|')}|[^a-z]){2,}$`)

/** Whether a password is among those that attackers try first. */
export function isFrequentPassword(password: string): boolean {
  const plain = password.toLowerCase()
  return FREQUENT.has(plain) || (/[a-z]/.test(plain) && OF_WORDS.test(plain) && !/[^\x20-\x7e]/.test(plain))
}
