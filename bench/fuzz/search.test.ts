import { describe, expect, it } from 'vitest'
import { search, type Target } from './search.ts'
import { targets } from './targets.ts'

const planted: Target = {
  name: 'planted',
  watched: 'search.test.ts',
  seeds: [Buffer.from('a,b\n1,2\n')],
  read: (input) => readPlanted(input.toString('latin1')),
}

/** A reader that fails behind two signs, each of which one input in hundreds has; one in a hundred thousand has both by chance. */
function readPlanted(text: string): void {
  if (!text.includes('{')) return
  if (text.includes('~')) throw new TypeError('planted')
}

describe('the search for inputs that a reader does not survive', () => {
  it('comes step by step to a fault behind two signs, and keeps one input for its place', async () => {
    const { findings, corpus } = await search(planted, {
      seed: 1,
      isOver: (inputs, found) => found > 0 || inputs > 20_000,
    })
    expect(findings.map(({ reason }) => reason.split('\n')[0])).toEqual(['TypeError: planted'])
    const [found] = findings
    expect(() => planted.read(found?.input ?? Buffer.alloc(0))).toThrow('planted')
    expect(corpus).toBeGreaterThan(2)
  })

  it('meets the same inputs again with the same seed', async () => {
    const once = async () => {
      const met: string[] = []
      const target = { ...planted, watched: 'nothing', read: (input: Buffer) => void met.push(input.toString('hex')) }
      await search(target, { seed: 3, isOver: (inputs) => inputs > 50 })
      return met
    }
    expect(await once()).toEqual(await once())
  })

  it.each(targets)('[T-49] finds nothing in the reader of $name', async (target) => {
    const { findings, blocks } = await search(target, { seed: 1, isOver: (inputs) => inputs > 150 })
    expect(findings.map(({ reason }) => reason)).toEqual([])
    expect(blocks).toBeGreaterThan(10)
  })
})
