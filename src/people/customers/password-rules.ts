export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128

/** The published password of the demo accounts. Nobody may choose it, and it is refused when the demo is off. */
export const DEMO_PASSWORD = 'Mingxi-demo-2026'

export const FREQUENT_PASSWORD = '[密码]过于常见，请更换'

/** Common passwords that attackers try first; compared without case. */
const KNOWN = new Set(
  `12345678 123456789 1234567890 11111111 00000000 88888888 66666666 87654321 12341234 11223344 123123123 password passw0rd password1
  password123 qwertyui qwerty123 qwertyuiop 1qaz2wsx 1q2w3e4r 1q2w3e4r5t abcd1234 abc12345 a1234567 a12345678 aa123456 asdfghjk asdf1234
  iloveyou woaini1314 woaini520 5201314520 admin123 administrator letmein1 welcome1 mingxi123 mingxi2026 mingxi-demo-2026 zxcvbnm1
  qazwsxedc 147258369 789456123 1234qwer qwer1234 q1w2e3r4 asd12345 abcdefgh abcdefg1 football1 sunshine1 princess1 dragon123`
    .split(/\s+/)
    .filter(Boolean),
)

/**
 * What is wrong with a new password, in Chinese; undefined when it is acceptable. Checks the length and a list of common ones, not the
 * kinds of characters.
 */
export function passwordFault(password: string, phone = ''): string | undefined {
  if (password === '') return '[密码]不能为空'
  if (password.length < SHORTEST_PASSWORD) return `[密码]至少${SHORTEST_PASSWORD}位`
  if (password.length > LONGEST_PASSWORD) return `[密码]不能超过${LONGEST_PASSWORD}位`
  const plain = password.toLowerCase()
  if (KNOWN.has(plain) || /^(.)\1+$/.test(plain)) return FREQUENT_PASSWORD
  if (phone !== '' && plain.includes(phone)) return '[密码]不能包含手机号'
  return undefined
}
