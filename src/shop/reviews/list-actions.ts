import { listed } from '../../core/lists/listed-actions.ts'
import { customersLike } from '../../people/customers/actions.ts'
import { projectsLike } from '../catalogue/actions.ts'
import { reviewViews } from './actions.ts'
import { reviewIndex } from './list-contract.ts'
import { reviewSource } from './store.ts'

export const reviews = listed({
  index: reviewIndex,
  source: (ctx) =>
    reviewSource({
      customers: (typed) => customersLike(ctx, typed),
      projects: (typed) => projectsLike(ctx, typed),
    }),
  rows: reviewViews,
})
