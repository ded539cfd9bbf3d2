import type { OrderStage } from '../rules.ts'

/** The stages of work in the laboratory. */
export const taskStages = ['received', 'testing', 'on_hold', 'verifying'] as const satisfies readonly OrderStage[]
export type TaskStage = (typeof taskStages)[number]

/** What the columns of the board are. */
export const laneKinds = { stage: '按阶段', person: '按人员', instrument: '按仪器' } as const
export type LaneKind = keyof typeof laneKinds
