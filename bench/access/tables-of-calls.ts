import type { Call } from '../../src/platform/contract/call.ts'
import { filledOnce } from './fitting-input.ts'
import type { World } from './world.ts'

/** Tables whose rows may be what the call is about, the likeliest first. */
export function tablesFor(
  call: Call,
  world: World,
  takes: (table: string, world: World) => boolean = () => true,
): string[] {
  const fields = JSON.stringify(filledOnce(call, 0))
  const named = `${call.name} ${fields}`.toLowerCase()
  const weight = (table: string) => {
    const noun = table.replace(/s$/, '')
    const last = noun.split('_').at(-1) ?? noun
    const number = `"${noun.split('_').at(-1)}No"`
    const first = FIRST_TABLES.find(([pattern]) => pattern.test(call.name))?.[1].indexOf(table) ?? -1
    return (
      (first >= 0 ? 200 - first : 0) +
      (fields.includes(number) ? 100 : 0) +
      (named.includes(noun.replaceAll('_', '')) ? 20 : 0) +
      (named.includes(last) ? 10 : 0)
    )
  }
  return [...world.tables.keys()]
    .filter((table) => world.rows(table).length > 0 && takes(table, world))
    .toSorted((a, b) => weight(b) - weight(a))
}

/** Where the name of a call and of its table have no word in common. */
const FIRST_TABLES: readonly [RegExp, readonly string[]][] = [
  [/^transfer\//, ['transfer_claims']],
  [/^received\//, ['received_money']],
  [/^bank\//, ['bank_lines']],
  [/^credit\//, ['credit_applications']],
  [/^settlement\/(confirm|sendBack)Amount/, ['final_amounts']],
  [/^settlement\/fixAmount/, ['orders']],
  [/^refund\/to/, ['orders', 'payments']],
  [/^coupon\//, ['coupon_campaigns', 'coupons']],
  [/^(transferApply|prestoreApply)\//, ['transfer_claims']],
  [/^(pay\/ways|pay\/create|transferApply\/add)/, ['settlements']],
  [/^integration\/\w*Exchange/, ['point_exchanges']],
  [/^integration\/\w*Transfer/, ['point_transfers']],
  [/^integration\/\w*Apply/, ['point_claims']],
  [/^cluster\//, ['group_members', 'groups', 'group_transfers']],
  [/^tempDevice\/unshare/, ['plan_shares']],
  [/^tempDevice\//, ['plan_lines', 'plan_shares']],
  [/^sampling\//, ['pickups', 'orders']],
  [/^withdraw\//, ['withdrawals']],
  [/^invoice\//, ['invoice_titles']],
  [/^(assign\/|settlement\/coupons)/, ['settlement_rows']],
  [/^invoiceApply\/(add|paid)/, ['paid_orders', 'orders']],
  [/^invoiceApply\//, ['invoice_applications']],
  [/^invite\//, ['invitations']],
  [/^pay\//, ['payments']],
  [/^collection\//, ['library_collections', 'library_curves']],
  [/^analysis\/(add|list)/, ['library_curves']],
  [/^analysis\//, ['curve_analyses']],
  [/^library\/noteRemove/, ['library_notes']],
  [/^library\//, ['library_curves']],
  [/^report\/(curve|series|figure)/, ['library_curves', 'result_files']],
  [/^reservation\/answerOffer/, ['reservation_offers']],
  [/^(sample|sample4recycle)/, ['samples']],
  [/^reservation\/add/, ['order_lines', 'orders']],
  [/^evaluate\//, ['order_lines', 'orders']],
  [/^dataPackage\/link/, ['data_packages']],
  [/^discount4user/, ['plan_lines']],
  [/^upload\//, ['uploads']],
  [/^contract\//, ['contracts']],
]
