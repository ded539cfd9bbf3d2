import type { AnyKind } from '../core/imports/kind-actions.ts'
import { incomingWaybillImport, returnWaybillImport } from '../lab/intake/import-actions.ts'
import { addressImport } from '../people/addresses/import-actions.ts'
import { customerImport } from '../people/customers/imports/import-actions.ts'
import { heldData } from './held-data.ts'

/** Whatever staff import from files; the order is that of the page. */
export const importKinds: readonly AnyKind[] = [
  customerImport(() => heldData),
  addressImport,
  incomingWaybillImport,
  returnWaybillImport,
]
