import { useCall } from '../../platform/client/use-call.ts'
import { accreditationNote } from './accreditation-rules.ts'
import { setting } from './contract.ts'

/** Shown where an order is placed and viewed: these projects are outside the accredited scope. */
export function AccreditationNote({ rids }: { rids: readonly number[] }) {
  const { data } = useCall(setting, {})
  const note = data && accreditationNote(rids, data.accreditedProjects)
  return note ? <p style={{ margin: 0, color: 'var(--ink-500)', fontSize: 'var(--text-12)' }}>{note}</p> : null
}
