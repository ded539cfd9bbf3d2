import type { StaffMember } from './me.tsx'

// The page for the phone opens without network too, and then nobody can be asked who is signed in.

const KEY = 'mingxi.staff.member'

export function rememberMember({ id, name, role, actions, roleName }: StaffMember): void {
  localStorage.setItem(KEY, JSON.stringify({ id, name, role, actions, roleName }))
}

/** The one who was signed in when this browser last reached the server. The server checks every call all the same. */
export function knownMember(): StaffMember | undefined {
  try {
    const member = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return typeof member?.id === 'number' && typeof member.role === 'string' ? member : undefined
  } catch {
    return undefined
  }
}

/** At every sign-in: it may be somebody else. */
export function forgetMember(): void {
  localStorage.removeItem(KEY)
}
