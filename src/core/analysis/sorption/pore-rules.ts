import { at, type Points } from '../inputs/point-rules.ts'

/** Barrett, Joyner and Halenda: pores empty one after the other while the pressure falls, and what stays on their walls gets thinner. */

/** 2γV/(RT) of liquid nitrogen at 77.35 K in nm: the radius of Kelvin is this divided by ln(p₀/p). */
export const kelvinLength = 0.953

/** Thickness of the adsorbed film in nm. */
export const thicknesses: Readonly<Record<string, (p: number) => number>> = {
  halsey: (p) => 0.354 * Math.cbrt(-5 / Math.log(p)),
  harkins: (p) => Math.sqrt(0.1399 / (0.034 - Math.log10(p))),
}

export function kelvinRadius(p: number): number {
  return -kelvinLength / Math.log(p)
}

/** All pores whose radius lies between those that empty at the two pressures of a step. Lengths in nm, volumes in cm³/g, areas in m²/g. */
export interface PoreGroup {
  /** Diameters at which the step begins and ends. */
  wide: number
  narrow: number
  mean: number
  volume: number
  area: number
}

/**
 * From the highest pressure down. In each step of the pressure liquid leaves (1) the films in the pores that are already empty, which the
 * lengths found so far give exactly, and (2) the cores of the group that empties now. `overdrawn` counts steps in which the films alone
 * would give more than left the sample: there is no new group then.
 */
export function poreGroups(
  descending: Points,
  liquid: number,
  thickness: (p: number) => number,
): { groups: PoreGroup[]; overdrawn: number } {
  const { x: pressures, y: amounts } = descending
  const groups: PoreGroup[] = []
  const open: { radius: number; length: number }[] = []
  let overdrawn = 0
  for (let i = 1; i < pressures.length; i++) {
    const before = thickness(at(pressures, i - 1))
    const after = thickness(at(pressures, i))
    const wide = kelvinRadius(at(pressures, i - 1)) + before
    const narrow = kelvinRadius(at(pressures, i)) + after
    const radius = (wide + narrow) / 2
    const left = (at(amounts, i - 1) - at(amounts, i)) * liquid
    const thinned = open.reduce((sum, pore) => {
      const film = (pore.radius - after) ** 2 - (pore.radius - before) ** 2
      return sum + Math.PI * pore.length * film
    }, 0)
    const core = left - thinned
    if (core < 0) overdrawn += 1
    const length = core > 0 ? core / (Math.PI * (radius - after) ** 2) : 0
    if (length > 0) open.push({ radius, length })
    const volume = Math.PI * length * radius ** 2
    groups.push({ wide: 2 * wide, narrow: 2 * narrow, mean: 2 * radius, volume, area: (2000 * volume) / radius })
  }
  return { groups, overdrawn }
}
