import { handle } from '../platform/http/handler.ts'
import { readSettings } from './actions.ts'
import { setting, settingList4key } from './contract.ts'
import { publicSettingKeys } from './rules.ts'

export const routes = [
  handle(setting, (ctx) => readSettings(ctx, publicSettingKeys)),
  handle(settingList4key, (ctx, { keys }) => readSettings(ctx, keys)),
]
