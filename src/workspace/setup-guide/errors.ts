import { defineRefusals } from '../../platform/contract/refusal.ts'

export const setupErrors = defineRefusals({
  exampleStands: ['示例项目已放入', 409],
  exampleNotNeeded: ['已有自己的项目，不再需要示例', 409],
  exampleMissing: ['没有示例项目', 409],
})
