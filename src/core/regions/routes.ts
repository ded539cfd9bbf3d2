import { handle } from '../../platform/http/handler.ts'
import { openRegions } from './contract.ts'
import { regions } from './region-actions.ts'

export const routes = [handle(openRegions, () => regions)]
