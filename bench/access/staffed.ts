import type { CallOptions, TestApp } from '../../src/app/testing/test-app.ts'
import type { Role } from '../../src/core/staff/rules.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import type { AccessDemo } from './demo.ts'
import { filledOnce, fittingInput, VARIANTS } from './fitting-input.ts'
import type { Sandbox } from './sandbox.ts'
import { tablesFor } from './tables-of-calls.ts'
import { putToStage, type Target, targets, type World } from './world.ts'

export interface Aimed {
  input: unknown
  target?: Target
}

/** Asks calls as people of the staff, and counts what they were told. */
export class Staffed {
  readonly app: TestApp
  readonly sandbox: Sandbox
  readonly world: World
  readonly tally = new Map<string, number>()
  readonly found = new Set<string>()
  readonly #made = new Map<string, Aimed[]>()

  constructor({ app, sandbox, world }: AccessDemo) {
    this.app = app
    this.sandbox = sandbox
    this.world = world
  }

  /** People of the role in the demo, the first ones first. */
  people(role: Role): number[] {
    return this.world
      .rows('staff')
      .filter(({ values }) => values.role === role)
      .map(({ values }) => Number(values.id))
      .toSorted((a, b) => a - b)
  }

  async session(kind: 'staff' | 'customer', id: number): Promise<CallOptions> {
    return { as: { token: (await openSession(this.app.system, kind, id)).token } }
  }

  count(kind: string): void {
    this.tally.set(kind, (this.tally.get(kind) ?? 0) + 1)
  }

  /** Different inputs of a call, aimed at rows at every stage; `fits` leaves out what the form of the call refuses. */
  inputs(call: Call, most: number, fits = false): Aimed[] {
    const key = `${call.path} ${most} ${fits}`
    const made = this.#made.get(key) ?? this.#inputs(call, most, fits)
    this.#made.set(key, made)
    return made
  }

  #inputs(call: Call, most: number, fits: boolean): Aimed[] {
    const found = new Map<string, Aimed>()
    const add = (aimed: Aimed) => {
      if (!fits || call.input.safeParse(aimed.input).success)
        found.set(`${JSON.stringify(aimed.input)} ${aimed.target?.stage}`, aimed)
    }
    for (const variant of VARIANTS) add({ input: filledOnce(call, variant) })
    for (const variant of VARIANTS)
      for (const table of tablesFor(call, this.world).slice(0, 12))
        for (const target of targets(this.world, table, 2)) {
          if (found.size >= most) return [...found.values()]
          add({ input: fittingInput(call, target, this.world, variant), target })
        }
    return [...found.values()]
  }

  /** One request with the row at its stage, taken back. `before` prepares more in the same while. */
  ask(call: Call, { input, target }: Aimed, options: CallOptions, before?: () => Promise<unknown>) {
    return this.sandbox.takenBack(async () => {
      if (target && !(await putToStage(this.app.db, target))) return undefined
      await before?.()
      const { status, body } = await this.app.send(call, input, options)
      return { status, body }
    })
  }
}
