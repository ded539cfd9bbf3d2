import { handle } from '../../platform/http/handler.ts'
import { readFundSettings, saveFundSettings } from './actions.ts'
import { fundSaveSettings, fundSettings } from './contract.ts'

export const routes = [
  handle(fundSettings, (ctx) => readFundSettings(ctx)),
  handle(fundSaveSettings, async (ctx, input) => {
    await saveFundSettings(ctx, input)
    return {}
  }),
]
