import type { ServiceType } from '../samples/service-rules.ts'
import { readDays } from '../../core/settings/opening-hours/days-rules.ts'
import type { OrderableProject } from '../../shop/catalogue/actions.ts'
import type { PriceLine } from '../../shop/catalogue/prices/price-rules.ts'
import type { Agreed, NewAgreedLine, PlanLineRow } from './store.ts'

/** An accepted offer for work outside the catalogue, as a line of the plan. */
export interface AgreedEntry {
  demandId: number
  name: string
  described: { key: string; label: string; text: string }[]
  lines: PriceLine[]
  serviceType: ServiceType
  sampleCount: number
  days: string
  daysFrom?: number
  daysTo?: number
  validUntil: Date
}

/** No project has the number 0, and no category. */
export const AGREED_RID = 0
const AGREED_CATEGORY = 0

export function agreedLine(entry: AgreedEntry): NewAgreedLine {
  const { demandId, name, described, lines, serviceType, sampleCount, validUntil } = entry
  const { days, daysFrom, daysTo } = entry
  return {
    rid: AGREED_RID,
    categoryId: AGREED_CATEGORY,
    serviceType,
    formVersion: 1,
    parameters: {},
    sampleCount,
    urgent: false,
    priceLines: lines,
    amountFen: lines.reduce((sum, line) => sum + line.amountFen, 0),
    demandId,
    agreed: {
      ...{ name, described, days, validUntil: validUntil.toISOString() },
      ...(daysFrom !== undefined && daysTo !== undefined ? { daysFrom, daysTo } : {}),
    },
  }
}

/** A project for code that expects one: no parameters, no sample requirements, an agreed price. */
export function agreedProject(row: PlanLineRow, agreed: Agreed): OrderableProject {
  return {
    rid: AGREED_RID,
    slug: '',
    name: agreed.name,
    img: '',
    sketch: '',
    typeId: row.serviceType,
    typeName: '',
    categoryId: AGREED_CATEGORY,
    categoryName: '定制项目',
    childId: null,
    daysFrom: agreed.daysFrom ?? readDays(agreed.days)?.daysFrom ?? 0,
    daysTo: agreed.daysTo ?? readDays(agreed.days)?.daysTo ?? 0,
    formVersion: row.formVersion,
    form: { fields: [] },
    priceVersion: 1,
    rule: { kind: 'quote' },
    content: {
      intro: [],
      requirements: [],
      consumed: false,
      notices: [],
      instruments: [],
      results: [],
      faq: [],
    },
  }
}
