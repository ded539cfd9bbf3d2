import { isSlot } from '../../plans/rules.ts'

/** The parameters of a line in words, without its slot: the booking may have moved since, and pages show it separately. */
export function describedWithoutSlots<Described extends { key: string }>(line: {
  parameters: Readonly<Record<string, unknown>>
  described: Described[]
}): Described[] {
  return line.described.filter(({ key }) => !isSlot(line.parameters[key]))
}
