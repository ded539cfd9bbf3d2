import { addShelves, hasShelves } from '../src/lab/samples/shelves/shelf-actions.ts'
import type { ShelfFields, Temperature } from '../src/lab/samples/shelves/shelf-rules.ts'
import type { Ctx } from '../src/platform/http/ctx.ts'

const cabinets: { letter: string; room: string; name: string; temperature: Temperature }[] = [
  { letter: 'A', room: 'A 座 108 样品室', name: '样品柜 A', temperature: 'room' },
  { letter: 'B', room: 'A 座 108 样品室', name: '避光柜 B', temperature: 'dark' },
  { letter: 'C', room: 'A 座 110 冷藏间', name: '冷藏柜 C', temperature: 'cold' },
]

/** Three cabinets of twelve shelves. */
export async function seedShelves(ctx: Ctx): Promise<void> {
  if (await hasShelves(ctx)) return
  const shelves = cabinets.flatMap(({ letter, ...cabinet }) =>
    Array.from({ length: 12 }, (_, index): ShelfFields => ({
      code: `${letter}-${String(index + 1).padStart(2, '0')}`,
      ...cabinet,
      capacity: 60,
    })),
  )
  await addShelves(ctx, shelves)
}
