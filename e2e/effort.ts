import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** What a person does with the hands, counted in the pages of a journey. */
export interface Effort {
  clicks: number
  /** Fields that something was typed into. */
  fields: number
  keys: number
}

/**
 * Seconds of the keystroke-level model (Card, Moran and Newell, Communications of the ACM 23 (1980) 7): 1.1 to point, 0.2 to press a
 * button, 0.28 for a key of a person who types 40 words a minute, and 1.35 to think before each click and each field. A field is reached
 * by one key, and a click waits one second for its answer, because the waiting of a busy test machine says nothing about a person's.
 * The model leaves out reading.
 */
export function secondsOf({ clicks, fields, keys }: Effort): number {
  return clicks * (1.35 + 1.1 + 0.2 + 1) + fields * (1.35 + 0.28) + keys * 0.28
}

/** A page in a context of its own, in which clicks and keys are added to `effort`. */
export async function openCounted(browser: Browser, effort: Effort, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...options })
  await context.exposeBinding('countEffort', (_source, kind: keyof Effort, times: number) => {
    effort[kind] += times
  })
  await context.addInitScript(countHands)
  return context.newPage()
}

declare global {
  function countEffort(kind: keyof Effort, times: number): Promise<void>
}

/** Runs in the page. */
function countHands(): void {
  addEventListener('pointerdown', () => void countEffort('clicks', 1), { capture: true })
  addEventListener('input', onInput, { capture: true })
  function onInput(event: Event): void {
    // A choice from a list is one click to open it and one to choose.
    if (event.target instanceof HTMLSelectElement) return void countEffort('clicks', 2)
    const text = event instanceof InputEvent ? (event.data ?? '') : ''
    if (text === '') return
    void countEffort('fields', 1)
    // Input methods of Chinese need about three keys for a character (two letters of pinyin and a part of the choice).
    const keys = [...text].map((character) => (character >= '\u2e80' ? 3 : /[A-Z]/.test(character) ? 2 : 1))
    void countEffort(
      'keys',
      keys.reduce((sum, each) => sum + each, 0),
    )
  }
}
