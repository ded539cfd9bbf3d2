import { halfWidth } from '../../../platform/contract/fields.ts'
import {
  type EntryForm,
  entryForms,
  formsFor,
  type SampleDemand,
  type SampleEntry,
  storages,
  type Storage,
} from './entry-rules.ts'
import { type Hazard, hazards } from '../../../shop/catalogue/requirements/hazard-rules.ts'

/** The most rows of samples in a draft; the plan may hold the samples of several orders. */
export const mostDraftSamples = 200

/** A sample in the wizard's draft. Any field may be missing or invalid. */
export type DraftSample = Record<string, string | number | boolean | null | string[]>

/** Reads a sample of the draft. A sample that was read before is the same object again, so that a grid of 200 rows renders only what changed. */
export function entryFrom(draft: DraftSample, fallbackForm: EntryForm): SampleEntry {
  const known = read.get(draft)
  if (known?.fallbackForm === fallbackForm) return known.entry
  const entry = readEntry(draft, fallbackForm)
  // An entry becomes part of the draft when another one changes, and reads as itself.
  for (const one of [draft, entry as unknown as DraftSample]) read.set(one, { entry, fallbackForm })
  return entry
}

const read = new WeakMap<DraftSample, { entry: SampleEntry; fallbackForm: EntryForm }>()

function readEntry(draft: DraftSample, fallbackForm: EntryForm): SampleEntry {
  const text = (key: string) => (typeof draft[key] === 'string' ? draft[key] : '')
  return {
    planId: Number(draft.planId) || 0,
    ownNo: text('ownNo'),
    name: text('name'),
    form: draft.form === '' ? '' : (entryForms.find((form) => form === draft.form) ?? fallbackForm),
    composition: text('composition'),
    amount: text('amount'),
    hazards: Array.isArray(draft.hazards)
      ? hazards.filter((hazard) => (draft.hazards as string[]).includes(hazard))
      : ([] as Hazard[]),
    storage: draft.storage === '' ? '' : (storages.find((storage) => storage === draft.storage) ?? ('room' as Storage)),
    returnWanted: draft.returnWanted === true,
    remark: text('remark'),
  }
}

/** How own numbers are compared: without case and width, as `checkSamples` does. */
export function fitNumber(ownNo: unknown): string {
  return halfWidth(String(ownNo ?? ''))
    .trim()
    .toLowerCase()
}

/** As many rows per line as it has samples. Entered rows are kept; missing rows get the next free number. */
export function fitSamples(drafts: readonly DraftSample[], demands: readonly SampleDemand[]): SampleEntry[] {
  const used = new Set(drafts.map((draft) => String(draft.ownNo ?? '').trim()))
  let next = 1
  const freeNumber = () => {
    while (used.has(String(next))) next += 1
    used.add(String(next))
    return String(next)
  }
  return demands.flatMap((demand) => {
    const form = formsFor(demand)[0] ?? 'powder'
    const kept = drafts
      .filter((draft) => Number(draft.planId) === demand.planId)
      .slice(0, demand.sampleCount)
      .map((draft) => entryFrom(draft, form))
    const missing = Math.max(0, demand.sampleCount - kept.length)
    return [...kept, ...Array.from({ length: missing }, () => emptyEntry(demand.planId, form, freeNumber()))]
  })
}

export function emptyEntry(planId: number, form: EntryForm, ownNo: string): SampleEntry {
  return {
    planId,
    ownNo,
    name: '',
    form,
    composition: '',
    amount: '',
    hazards: [],
    storage: 'room',
    returnWanted: false,
    remark: '',
  }
}
