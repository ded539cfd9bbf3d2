import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff, staffNamed } from '../../core/staff/actions.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { customerIndex, type ListedCustomer } from './list-contract.ts'
import { customerSource, listedCustomers } from './list-store.ts'
import { maskEmail, maskPhone } from './rules.ts'
import { customersAbout, customersFound } from './search-actions.ts'

export const customers = listed<ListedCustomer>({
  index: customerIndex,
  source: (ctx) =>
    customerSource({
      customers: (typed) => customersAbout(ctx, typed),
      found: (typed) => customersFound(ctx, typed),
      advisors: (typed) => staffNamed(ctx, typed),
    }),
  rows: async (ctx, ids) => {
    const rows = await listedCustomers(ctx.db, ids)
    const advisors = await namesOfStaff(ctx, [...new Set(rows.flatMap((row) => row.advisorId ?? []))])
    return rows.map(({ advisorId, createdAt, completedAt, phone, email, ...row }) => ({
      ...row,
      phone: phone && maskPhone(phone),
      email: email && maskEmail(email),
      advisorName: advisors.get(advisorId ?? 0) ?? '',
      createdAt: shanghaiTime(createdAt),
      completedAt: completedAt && shanghaiTime(completedAt),
    }))
  },
})
