import type { OutputOf } from '../../../platform/contract/call.ts'
import { ApiError, send, type SendOptions } from '../../../platform/client/transport.ts'
import { forgetCopy, forgetTyped, keepTyped, typedCopies } from '../../../platform/client/typed-copy.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { draftGet, draftSave } from '../contract.ts'
import { draftDifferences } from './typed-draft-rules.ts'

export type Draft = OutputOf<typeof draftGet>
export type DraftData = Draft['data']

const FORM = 'order'
const SAVE_AFTER_MS = 1500

/** Kept in the browser's storage until the server has it: the draft that the page read, and the draft as it was changed. */
interface Typed {
  base: DraftData
  data: DraftData
}

/** Text that was typed but is not on the server; the person decides whether to keep it. */
export interface UnsavedDraft {
  typed: DraftData
  base: DraftData
  saved: Draft
  /** Epoch milliseconds. */
  at: number
  /** Whether another page or device saved in between. */
  elsewhere: boolean
  /** The copy of an earlier page load that holds this text. */
  key?: string
}

/** What the wizard shows of its draft. */
export interface ShownDraft {
  data: DraftData
  unsaved: UnsavedDraft | undefined
  /** The furthest step reached so far, 1 to 6. */
  reached: number
  saving: boolean
  savedText: string
}

/**
 * The draft of the wizard while a page is open. Every change is stored in the browser at once and on the server shortly after; then
 * the copy in the browser is removed. A copy that remains (the session ended, the page was closed, another page saved first) is
 * offered in `unsaved`.
 */
export class DraftKeeper {
  readonly first: ShownDraft
  private readonly person: string
  private readonly show: (change: Partial<ShownDraft>) => void
  /** The draft as the server last answered it. */
  private saved: Draft
  private data: DraftData
  private step: number
  private finished = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private queue: Promise<unknown> = Promise.resolve()

  constructor(draft: Draft, person: string, show: (change: Partial<ShownDraft>) => void) {
    this.person = person
    this.show = show
    this.saved = draft
    this.data = draft.data
    this.step = draft.step
    const unsaved = leftCopy(draft, person)
    this.first = { data: draft.data, unsaved, reached: draft.step, saving: false, savedText: '' }
  }

  /** Whether changes are not sent yet. */
  get isWaiting(): boolean {
    return this.timer !== undefined
  }

  get now(): DraftData {
    return this.data
  }

  set(change: Partial<DraftData>): void {
    this.replace({ ...this.data, ...change })
    keepTyped(this.person, FORM, { base: this.saved.data, data: this.data } satisfies Typed)
    this.stopTimer()
    this.timer = setTimeout(() => void this.save(), SAVE_AFTER_MS)
  }

  /** Saves the draft now. Going back to an earlier step does not lower the furthest step. */
  keep(step: number): Promise<boolean> {
    this.step = Math.max(this.step, step)
    // At the click itself: what was asked for is seen to happen before anything is sent.
    this.show({ reached: this.step, saving: true })
    return this.save()
  }

  /** Saves one after the other, each over the version that the former save answered. */
  save(options: SendOptions = {}): Promise<boolean> {
    this.stopTimer()
    const work = this.queue.then(() => this.write(options))
    this.queue = work.catch(() => undefined)
    return work
  }

  /** Replaces the draft after the person decided about `unsaved`. */
  settle(unsaved: UnsavedDraft, decided: DraftData): void {
    if (unsaved.key) forgetCopy(unsaved.key)
    this.saved = unsaved.saved
    this.show({ unsaved: unsaved.key ? leftCopy(unsaved.saved, this.person) : undefined })
    this.set(decided)
    void this.save()
  }

  /** The order was placed: the server has deleted the draft, and it must not be saved again. */
  finish(): void {
    this.stopTimer()
    this.finished = true
    forgetTyped(this.person, FORM)
  }

  stopTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private replace(data: DraftData): void {
    this.data = data
    this.show({ data })
  }

  private async write(options: SendOptions): Promise<boolean> {
    if (this.finished) return true
    const sent = this.data
    this.show({ saving: true })
    try {
      const { version } = await send(draftSave, { version: this.saved.version, step: this.step, data: sent }, options)
      const updatedAt = shanghaiTime(new Date())
      this.saved = { version, step: this.step, data: sent, updatedAt }
      if (this.data === sent) forgetTyped(this.person, FORM)
      this.show({ savedText: `草稿已保存 ${updatedAt.slice(11, 16)}` })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isConflict = error.error === 'draftConflict'
      this.show({ savedText: isConflict ? '未保存' : `未能保存：${error.message}（已留在本机）` })
      if (isConflict) await this.compare()
      return false
    } finally {
      this.show({ saving: false })
    }
  }

  /** Another page has saved: compares what was typed here with the saved draft. */
  private async compare(): Promise<void> {
    const newest = await send(draftGet, {}).catch(() => undefined)
    if (!newest) return
    const unsaved = { base: this.saved.data, typed: this.data, saved: newest, at: Date.now(), elsewhere: true }
    if (hasUnsaved(unsaved.base, unsaved.typed, newest.data)) return this.show({ unsaved })
    this.saved = newest
    forgetTyped(this.person, FORM)
    this.replace(newest.data)
  }
}

/** The newest copy of another page load with changes that the server does not have; the other copies are removed. */
function leftCopy(saved: Draft, person: string): UnsavedDraft | undefined {
  for (const { key, typed, at } of typedCopies<Typed>(person, FORM)) {
    const { base, data } = typed
    if (hasUnsaved(base, data, saved.data))
      return { typed: data, base, saved, at, key, elsewhere: JSON.stringify(base) !== JSON.stringify(saved.data) }
    forgetCopy(key)
  }
  return undefined
}

function hasUnsaved(base: DraftData, typed: DraftData, saved: DraftData): boolean {
  try {
    return draftDifferences(base, typed, saved, String).length > 0
  } catch {
    // A copy written by another release may not be readable.
    return false
  }
}
