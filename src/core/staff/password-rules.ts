import { DEMO_STAFF_PASSWORD } from './rules.ts'

export const SHORTEST_STAFF_PASSWORD = 15
export const LONGEST_STAFF_PASSWORD = 128

export const FREQUENT_PASSWORD = '[密码]过于常见，请更换'

/** Long passwords that attackers try as well; compared without case. */
const KNOWN = new Set(
  `passwordpassword password12345678 passw0rdpassw0rd administrator123 administrator1234 correcthorsebatterystaple iloveyouiloveyou
  letmeinletmein123 welcomewelcome123 changemechangeme qwertyuiop123456 1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb qazwsxedcrfvtgb
  woaini1314520woaini zhongguo123456789 thisisapassword thequickbrownfox tobeornottobe123 superadministrator
  ${DEMO_STAFF_PASSWORD.toLowerCase()}`
    .split(/\s+/)
    .filter(Boolean),
)
const RUNS = [
  '01234567890123456789012345678901234567890',
  '98765432109876543210987654321098765432109',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'qwertyuiopasdfghjklzxcvbnm',
]

/**
 * What is wrong with a new password of staff, in Chinese. Checks the length, a list of common ones and guessable sequences, not the kinds
 * of characters.
 */
export function staffPasswordFault(password: string, account = ''): string | undefined {
  if (password === '') return '[密码]不能为空'
  if (password.length < SHORTEST_STAFF_PASSWORD) return `[密码]至少${SHORTEST_STAFF_PASSWORD}位`
  if (password.length > LONGEST_STAFF_PASSWORD) return `[密码]不能超过${LONGEST_STAFF_PASSWORD}位`
  const plain = password.toLowerCase()
  const repeated = /^(.{1,6}?)\1+.{0,5}$/.test(plain)
  if (KNOWN.has(plain) || repeated || RUNS.some((run) => run.includes(plain))) return FREQUENT_PASSWORD
  const name = account.toLowerCase().split('@')[0] ?? ''
  if (name.length >= 4 && plain.includes(name)) return '[密码]不能包含账号'
  return undefined
}
