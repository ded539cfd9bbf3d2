/** Why a member of staff who did not sign out stands before the sign-in page; in the state of its history entry. */
export const leftTexts = {
  idle: '长时间没有操作，已自动退出。登录后回到刚才的页面。',
  elsewhere: '登录已失效，或已在别处退出。登录后回到刚才的页面。',
} as const

export type Left = keyof typeof leftTexts

/** The text for what the history has; undefined for anything else. */
export function leftText(state: unknown): string | undefined {
  const left = (state as { left?: unknown } | null)?.left
  return typeof left === 'string' && Object.hasOwn(leftTexts, left) ? leftTexts[left as Left] : undefined
}
