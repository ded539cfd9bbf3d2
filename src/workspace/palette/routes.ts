import { handle } from '../../platform/http/handler.ts'
import { findRecords, labelsSounding, type PaletteKind } from './actions.ts'
import { paletteFind } from './contract.ts'

/** `kinds`: what can be found; `labels`: the names of pages. src/app collects both. */
export const routes = (kinds: readonly PaletteKind[], labels: readonly string[]) => [
  handle(paletteFind, async (ctx, { kw }) => ({
    ...(await findRecords(ctx, kinds, kw)),
    sounding: labelsSounding(labels, kw),
  })),
]
