import { pinyin } from 'pinyin-pro'
import type { Ctx } from '../../platform/http/ctx.ts'
import type { Related } from '../../platform/db/related.ts'
import { customerNumber } from './name-rules.ts'
import { customersMatching } from './store.ts'
import { customersLike, customersSoundingLike, customersWithoutSounds } from './actions.ts'

// The search of staff for customers, and how names sound.

/** Customers by any of their words, or by pinyin. Rows that the job has not processed yet are compared here. */
export async function customersAbout(ctx: Pick<Ctx, 'db'>, kw: string): Promise<number[]> {
  const typed = typedSound(kw)
  if (typed === undefined) return customersLike(ctx, kw)
  const [like, sounding, unsounded] = await Promise.all([
    customersLike(ctx, kw),
    customersSoundingLike(ctx, typed),
    customersWithoutSounds(ctx, null),
  ])
  const compared = unsounded.filter(({ name, company }) => soundsOf([name, company]).includes(`|${typed}`))
  return [...like, ...sounding, ...compared.map(({ id }) => id)]
}

/** The same customers for the search of a list with very many rows. */
export async function customersFound(ctx: Pick<Ctx, 'db'>, kw: string): Promise<Related> {
  const id = customerNumber(kw)
  const sound = typedSound(kw)
  if (id !== undefined || sound === undefined) return customersMatching(kw, sound, id === undefined ? [] : [id])
  const unsounded = await customersWithoutSounds(ctx, null)
  const compared = unsounded.filter(({ name, company }) => soundsOf([name, company]).includes(`|${sound}`))
  return customersMatching(
    kw,
    sound,
    compared.map((row) => row.id),
  )
}

/** What was typed, when it can be pinyin: only letters. */
export function typedSound(kw: string): string | undefined {
  const typed = kw.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
  return /^[a-z]{2,24}$/.test(typed) ? typed : undefined
}

/** For each character: the pinyin of the text from there on, and its initials, each preceded by a bar. */
export function soundsOf(names: readonly string[]): string {
  const words = names.flatMap((name) => {
    const syllables = syllablesOf(name)
    return syllables.flatMap((_, start) => {
      const rest = syllables.slice(start, start + LONGEST_SOUND)
      return [rest.join('').slice(0, LONGEST_SOUND), rest.map((syllable) => syllable.slice(0, 1)).join('')]
    })
  })
  return words.map((word) => `|${word}`).join('')
}

/** The longest search text in letters. */
const LONGEST_SOUND = 24

/** A cache, since converting a name to pinyin is slow and names repeat. */
const known = new Map<string, string[]>()
const mostKnown = 50_000

function syllablesOf(name: string): string[] {
  let syllables = known.get(name)
  if (syllables === undefined) {
    const han = name.match(/\p{Script=Han}+/gu) ?? []
    syllables = han.flatMap((run) => pinyin(run, { toneType: 'none', type: 'array', v: true }))
    if (known.size >= mostKnown) known.clear()
    known.set(name, syllables)
  }
  return syllables
}
