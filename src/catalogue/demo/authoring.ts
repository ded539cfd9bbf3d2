// The short hand in which the demo projects are written.
import type { Option, PriceEffect } from '../form-rules.ts'
import type { AddOn, GroupFen, Rate } from '../price-rules.ts'
import type { ProjectDraft } from '../publish-actions.ts'

export type DemoProject = ProjectDraft

/** Institute price in yuan; individuals pay a quarter more, enterprises 1.6 times, in whole yuan. */
export function yuan(institute: number): GroupFen {
  return {
    institute: institute * 100,
    individual: Math.round(institute * 1.25) * 100,
    enterprise: Math.round(institute * 1.6) * 100,
  }
}

/** `option('se', 'SE 二次电子', { charge: 'coating' })` */
export function option(value: string, label: string, ...price: PriceEffect[]): Option {
  return price.length > 0 ? { value, label, price } : { value, label }
}

export function perSample(key: string, label: string, price: number, basis: Rate['basis'] = '样'): Rate {
  return { key, label, basis, unitFen: yuan(price), perSample: true }
}

export function addOn(key: string, label: string, price: number, unit = '样'): AddOn {
  return { key, label, unit, unitFen: yuan(price), perSample: true }
}

/** Charged once however many samples there are. */
export function addOnOnce(key: string, label: string, price: number, unit = '次'): AddOn {
  return { key, label, unit, unitFen: yuan(price), perSample: false }
}
