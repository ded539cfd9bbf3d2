import { startTransition, useEffect, useRef, useState } from 'react'
import type { CustomerGroup } from '../../../people/customers/rules.ts'
import {
  type DraftValues,
  knownValues,
  type Parameters,
  useParameters,
} from '../../../shop/catalogue/forms/use-parameters.tsx'
import type { Project } from './summary.tsx'

interface Draft {
  formVersion: number
  values: DraftValues
  sampleCount: number
  urgent: boolean
  group: CustomerGroup
}

export interface OrderDraft {
  parameters: Parameters
  sampleCount: number
  setSampleCount: (count: number) => void
  urgent: boolean
  setUrgent: (urgent: boolean) => void
  group: CustomerGroup
  setGroup: (group: CustomerGroup) => void
  forget: () => void
}

/** The filled-in form, kept in the tab's session storage, so that signing in, a reload or another page does not lose it. */
export function useOrderDraft({ rid, form, formVersion }: Project): OrderDraft {
  const key = `mingxi.detail.${rid}`
  const parameters = useParameters(form)
  const [sampleCount, setSampleCount] = useState(1)
  const [urgent, setUrgent] = useState(false)
  const [group, setGroup] = useState<CustomerGroup>('institute')
  const restored = useRef(false)
  const { values, replace } = parameters
  useEffect(() => {
    const draft = readDraft(key)
    if (draft?.formVersion !== formVersion) return
    // A transition keeps the server's HTML of fields whose scripts are on the way (decision 0136).
    startTransition(() => {
      replace(knownValues(form, draft.values))
      setSampleCount(draft.sampleCount)
      setUrgent(draft.urgent)
      setGroup(draft.group)
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, [])
  useEffect(() => {
    // The first run precedes the restored draft and would overwrite it.
    if (!restored.current) {
      restored.current = true
      return
    }
    const draft: Draft = { formVersion, values, sampleCount, urgent, group }
    try {
      sessionStorage.setItem(key, JSON.stringify(draft))
    } catch {
      // When the storage is full or forbidden, only the draft is lost.
    }
  }, [key, formVersion, values, sampleCount, urgent, group])
  const forget = () => sessionStorage.removeItem(key)
  return { parameters, sampleCount, setSampleCount, urgent, setUrgent, group, setGroup, forget }
}

function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const valid =
      typeof draft?.formVersion === 'number' &&
      typeof draft.values === 'object' &&
      draft.values !== null &&
      Number.isInteger(draft.sampleCount) &&
      typeof draft.urgent === 'boolean' &&
      ['institute', 'individual', 'enterprise'].includes(draft.group)
    return valid ? draft : undefined
  } catch {
    return undefined
  }
}
