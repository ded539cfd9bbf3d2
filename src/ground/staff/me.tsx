import { createContext, type ReactNode, useContext } from 'react'
import { mayAct, type StaffAction } from './rules.ts'

/** Who is working in the console, as its layout has learnt it. */
export interface StaffMember {
  id: number
  name: string
  role: string
  roleName: string
}

const StaffContext = createContext<StaffMember | undefined>(undefined)

export function StaffProvider({ member, children }: { member: StaffMember; children: ReactNode }) {
  return <StaffContext value={member}>{children}</StaffContext>
}

/** The person and what the role may do; only below the console's layout. The server asks the same table again at every call. */
export function useStaff(): StaffMember & { may: (action: StaffAction) => boolean } {
  const member = useContext(StaffContext)
  if (!member) throw new Error('useStaff() needs the console layout around it')
  return { ...member, may: (action) => mayAct(member.role, action) }
}
