import type { openLaboratory } from './laboratory.ts'
import { projectOf } from './laboratory.ts'
import { colleague, customer, type World } from './people.ts'
import { Seen } from './seen.ts'

/** All customers and the staff of a laboratory at work, until they are sent home. */
export async function openCrowd({ server, customers, colleagues }: Awaited<ReturnType<typeof openLaboratory>>) {
  let isOver = false
  const world: World = {
    url: server.url,
    seen: new Seen(),
    isOver: () => isOver,
    project: await projectOf(server.url),
    orders: [],
  }
  const everybody = [
    ...customers.map((each, number) => customer(world, each, number)),
    ...colleagues.map((each, number) => colleague(world, each, customers.length + number)),
  ]
  const sendHome = async () => {
    isOver = true
    await Promise.all(everybody)
  }
  return { seen: world.seen, orders: world.orders, sendHome }
}
