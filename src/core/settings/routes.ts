import { handle } from '../../platform/http/handler.ts'
import { readSettings, siteSettings } from './actions.ts'
import { setting, settingList4key } from './contract.ts'

export const routes = [
  handle(setting, (ctx) => siteSettings(ctx)),
  handle(settingList4key, (ctx, { keys }) => readSettings(ctx, keys)),
]
