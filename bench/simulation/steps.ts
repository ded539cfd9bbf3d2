import type { StepKind } from './scene.ts'
import { around } from './steps/around.ts'
import { bills } from './steps/bills.ts'
import { claims } from './steps/claims.ts'
import { closing } from './steps/accounts/closing.ts'
import { codes } from './steps/codes.ts'
import { corrections } from './steps/corrections.ts'
import { coupons } from './steps/coupons.ts'
import { couriers } from './steps/couriers.ts'
import { credit } from './steps/credit.ts'
import { dayClosing } from './steps/day-closing.ts'
import { demands } from './steps/demands.ts'
import { editor } from './steps/editor.ts'
import { applications } from './steps/group/applications.ts'
import { factors } from './steps/group/factors.ts'
import { finance } from './steps/finance.ts'
import { founding } from './steps/group/founding.ts'
import { groups } from './steps/group/groups.ts'
import { handingOver } from './steps/handing-over.ts'
import { imported } from './steps/imports/imported.ts'
import { imports } from './steps/imports/imports.ts'
import { wholeImports } from './steps/imports/whole.ts'
import { invoicing } from './steps/invoicing.ts'
import { keptMoney } from './steps/kept-money.ts'
import { laboratory } from './steps/laboratory.ts'
import { manager } from './steps/manager.ts'
import { movingVisits } from './steps/moving-visits.ts'
import { newcomers } from './steps/accounts/newcomers.ts'
import { onward } from './steps/onward.ts'
import { ordering } from './steps/ordering.ts'
import { ownOrders } from './steps/own-orders.ts'
import { papers } from './steps/papers.ts'
import { paying } from './steps/paying.ts'
import { payouts } from './steps/payouts.ts'
import { pickups } from './steps/pickups.ts'
import { points } from './steps/points.ts'
import { rebates } from './steps/rebates.ts'
import { transfers } from './steps/group/transfers.ts'
import { visits } from './steps/visits.ts'
import { webhooks } from './steps/webhooks.ts'

/** Everything that can happen. A new step is an entry in the file of who does it. */
export const stepKinds: readonly StepKind[] = [
  ...ordering,
  ...demands,
  ...visits,
  ...movingVisits,
  ...pickups,
  ...couriers,
  ...ownOrders,
  ...onward,
  ...newcomers,
  ...paying,
  ...handingOver,
  ...credit,
  ...points,
  ...papers,
  ...coupons,
  ...codes,
  ...rebates,
  ...groups,
  ...applications,
  ...founding,
  ...transfers,
  ...factors,
  ...manager,
  ...editor,
  ...laboratory,
  ...corrections,
  ...finance,
  ...payouts,
  ...dayClosing,
  ...bills,
  ...keptMoney,
  ...claims,
  ...invoicing,
  ...webhooks,
  ...imports,
  ...wholeImports,
  ...imported,
  ...closing,
  ...around,
]
