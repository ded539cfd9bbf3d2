import { handle } from '../../platform/http/handler.ts'
import { findRecords, type PaletteKind } from './actions.ts'
import { paletteFind } from './contract.ts'

/** `kinds`: what can be found; src/app collects them. */
export const routes = (kinds: readonly PaletteKind[]) => [
  handle(paletteFind, (ctx, { kw }) => findRecords(ctx, kinds, kw)),
]
