import { createContext, type ReactNode, useContext } from 'react'
import { mayAct, type StaffAction } from './rules.ts'

/** The signed-in member of staff, loaded by the console's layout. */
export interface StaffMember {
  id: number
  name: string
  role: string
  /** Of a custom role; null: those of the built-in role. */
  actions: readonly string[] | null
  roleName: string
}

const StaffContext = createContext<StaffMember | undefined>(undefined)

export function StaffProvider({ member, children }: { member: StaffMember; children: ReactNode }) {
  return <StaffContext value={member}>{children}</StaffContext>
}

/** The member of staff and what the role may do; only inside the console's layout. The server checks the same table at every call. */
export function useStaff(): StaffMember & { may: (action: StaffAction) => boolean } {
  const member = useContext(StaffContext)
  if (!member) throw new Error('useStaff() needs the console layout around it')
  return { ...member, may: (action) => mayAct(member, action) }
}
