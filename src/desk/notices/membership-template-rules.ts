import { groupTemplates } from './group-template-rules.ts'
import { pointTemplates } from './point-template-rules.ts'
import { promotionTemplates } from './promotion-template-rules.ts'

/** Messages about groups, points and promotion. */
export const membershipTemplates = { ...groupTemplates, ...pointTemplates, ...promotionTemplates }
